/** All names above a domain name, nearest first: `www.example.com.` → `example.com.`, `com.`, `.`. Ends for every text. */
export function namesAbove(value: string): readonly string[] {
  const names: string[] = [];
  let rest = value;
  while (rest !== "." && rest.includes(".")) {
    rest = rest.slice(rest.indexOf(".") + 1);
    names.push(rest === "" ? "." : rest);
  }
  return names;
}
