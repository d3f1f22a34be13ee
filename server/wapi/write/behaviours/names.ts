/** All names above a domain name, nearest first: `www.example.com.` → `example.com.`, `com.`, `.`. */
export function namesAbove(value: string): readonly string[] {
  const names: string[] = [];
  let rest = value;
  while (rest !== "." && rest !== "") {
    const dot = rest.indexOf(".");
    rest = rest.slice(dot + 1);
    names.push(rest === "" ? "." : rest);
  }
  return names;
}
