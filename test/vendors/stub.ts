import { type Answered, type Asked, serve, type Vendor } from "../../src/sandbox/vendors/serve.ts";

/** How the next request goes wrong: not answered at all, before or after it was carried out, or with a status. */
export type Fault = "lost before" | "lost after" | { readonly status: number };

/** A vendor's API on a port of this machine. It remembers what it was asked. */
export interface VendorStub {
  readonly url: string;
  readonly asked: readonly Asked[];
  /** Lets the next requests go wrong, one each. */
  fail(...faults: readonly Fault[]): void;
  stop(): Promise<void>;
}

export async function startVendor(vendor: Vendor): Promise<VendorStub> {
  const asked: Asked[] = [];
  const faults: Fault[] = [];
  const { url, stop } = await serve((one) => {
    const fault = faults.shift();
    if (fault === "lost before") return "lost";
    if (typeof fault === "object") return fault;
    asked.push(one);
    const answer: Answered | null = vendor(one);
    return fault === "lost after" ? "lost" : answer;
  });
  return { url, asked, fail: (...more) => void faults.push(...more), stop };
}
