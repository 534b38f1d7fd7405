// Shortens the waits of a Worker that tests start: no test is about their length.
import { RETRY_DELAYS_MS, WAITS_MS } from "../../src/base/waits.ts";

Object.assign(WAITS_MS, { gather: 10, join: 500, refusals: 50, fault: 300 } satisfies typeof WAITS_MS);
RETRY_DELAYS_MS.splice(0, 4, 100, 400, 1_600, 6_400);
