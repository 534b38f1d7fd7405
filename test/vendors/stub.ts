import { type Answered, serve, type Vendor, type VendorRequest } from "../../src/sandbox/vendors/serve.ts";

/** How the next request fails: its connection is lost before or after it was carried out, or it gets a status. */
export type Fault =
  | "lost before"
  | "lost after"
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> };

/** A vendor's API on a local port, which records its requests. */
export interface VendorStub {
  readonly url: string;
  readonly asked: readonly VendorRequest[];
  /** Makes the next requests fail, one each. */
  fail(...faults: readonly Fault[]): void;
  stop(): Promise<void>;
}

export async function startVendor(vendor: Vendor): Promise<VendorStub> {
  const asked: VendorRequest[] = [];
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

/** Starts a stub of each vendor. @returns the stubs by name, and the variables with which Reeve reaches them */
export async function startVendors(
  vendors: Readonly<Record<string, { vendor: Vendor; variables: (url: string) => Record<string, string> }>>,
): Promise<{ readonly stubs: Map<string, VendorStub>; readonly bindings: Record<string, string> }> {
  const stubs = new Map<string, VendorStub>();
  const bindings: Record<string, string> = {};
  for (const [name, { vendor, variables }] of Object.entries(vendors)) {
    const stub = await startVendor(vendor);
    stubs.set(name, stub);
    Object.assign(bindings, variables(stub.url));
  }
  return { stubs, bindings };
}
