/* A network drive that lacks what SQLite needs, for every program that preloads this.
 *
 * The files in the folder named by POOR_SHARE cannot be locked if POOR_SHARE_LACKS is "locks", and cannot be shared as
 * memory if it is "memory". They fail as NFS without its lock service does, and SMB without its cache.
 */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static int lacks(const char *what, int file)
{
    const char *share = getenv("POOR_SHARE"), *lacking = getenv("POOR_SHARE_LACKS");
    char link[32], path[PATH_MAX];
    if (!share || !lacking || strcmp(lacking, what))
        return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path);
    return length >= (ssize_t)strlen(share) && !strncmp(path, share, strlen(share));
}

int fcntl64(int file, int command, ...)
{
    static int (*right)(int, int, ...);
    va_list more;
    va_start(more, command);
    void *value = va_arg(more, void *);
    va_end(more);
    if (!right)
        right = (int (*)(int, int, ...))dlsym(RTLD_NEXT, "fcntl64");
    if ((command == F_SETLK || command == F_SETLKW) && lacks("locks", file)) {
        errno = ENOLCK;
        return -1;
    }
    return right(file, command, value);
}

int fcntl(int file, int command, ...)
{
    va_list more;
    va_start(more, command);
    void *value = va_arg(more, void *);
    va_end(more);
    return fcntl64(file, command, value);
}

void *mmap64(void *at, size_t length, int protection, int flags, int file, off64_t from)
{
    static void *(*right)(void *, size_t, int, int, int, off64_t);
    if (!right)
        right = (void *(*)(void *, size_t, int, int, int, off64_t))dlsym(RTLD_NEXT, "mmap64");
    if (file >= 0 && (flags & MAP_SHARED) && lacks("memory", file)) {
        errno = ENODEV;
        return MAP_FAILED;
    }
    return right(at, length, protection, flags, file, from);
}

void *mmap(void *at, size_t length, int protection, int flags, int file, off_t from)
{
    return mmap64(at, length, protection, flags, file, from);
}
