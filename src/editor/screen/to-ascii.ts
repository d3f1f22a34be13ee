/** ASCII form of a name by the browser's own table; null if there is none. */
export function toAscii(name: string): string | null {
  // A label with an underscore or an asterisk is ASCII already, and `URL` would refuse it.
  // eslint-disable-next-line no-control-regex
  if (/^[\u0000-\u007f]*$/.test(name)) return name.toLowerCase();
  const labels = name.split(".").map((label) => asciiLabel(label));
  return labels.includes(null) ? null : labels.join(".");
}

function asciiLabel(label: string): string | null {
  if (label === "") return "";
  // The prefix keeps labels of digits from being read as an address.
  const url = URL.parse(`http://${label}.x`);
  return url === null ? null : url.hostname.slice(0, -2);
}
