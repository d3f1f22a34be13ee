import type { Request } from "playwright/test";

/** What a request of the portal changes: names of its writing steps, or the path of a call other than the executor. */
export function writesOf(request: Request): readonly string[] {
  const { pathname, search } = new URL(request.url());
  if (!pathname.startsWith("/api/") || request.method() === "GET") return [];
  if (!pathname.endsWith("/transaction/execute")) return [pathname];
  return search.includes("dry_mode=true") ? [] : writingSteps(request.postData() ?? "[]");
}

function writingSteps(body: string): readonly string[] {
  // Parse boundary: steps of an executor call (wire contract 3).
  const steps = JSON.parse(body) as readonly { readonly name: string }[];
  // An object that an account opened last is a setting and no change of the network.
  const isNoChange = /\.(list|metadata)$|^cntl\.recent_object\./;
  return steps.map(({ name }) => name).filter((name) => !isNoChange.test(name));
}
