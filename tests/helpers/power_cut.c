/* A disk after a power cut, for every program that preloads this.
 *
 * A file that was renamed without having been flushed is empty. This is what ext4, with its usual options, leaves of one
 * that was new.
 */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static ino_t flushed = 0;

int fsync(int file)
{
    static int (*right)(int);
    struct stat about;
    if (!right)
        right = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
    int status = right(file);
    if (status == 0 && fstat(file, &about) == 0)
        flushed = about.st_ino;
    return status;
}

int rename(const char *from, const char *to)
{
    static int (*right)(const char *, const char *);
    struct stat about;
    if (!right)
        right = (int (*)(const char *, const char *))dlsym(RTLD_NEXT, "rename");
    if (stat(from, &about) == 0 && about.st_ino != flushed && truncate(from, 0) != 0)
        return -1;
    return right(from, to);
}
