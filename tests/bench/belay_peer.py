"""Calls a belay task CALLS times and prints, as JSON, the seconds of each call and the CPU seconds of all.

Bench `line` runs it under the Python of belay's own environment: belay_peer.py PORT CALLS
"""

import json
import sys
import time

import belay  # type: ignore[import-not-found]  # lives in an environment of its own


def main(port: str, calls: int) -> None:
    device = belay.Device(port, auto_sync_time=False, startup="")

    @device.task  # type: ignore[untyped-decorator]
    def inputs() -> int:
        return 81

    for _ in range(100):
        assert inputs() == 81
    took = []
    cpu = time.process_time()
    for _ in range(calls):
        start = time.perf_counter()
        inputs()
        took.append(time.perf_counter() - start)
    print(json.dumps([took, time.process_time() - cpu]))


main(sys.argv[1], int(sys.argv[2]))
