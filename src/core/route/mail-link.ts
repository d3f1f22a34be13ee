/** The initial contents of a mail. */
export interface MailStart {
  readonly subject?: string;
  readonly body?: string;
}

/** The link that writes a mail (RFC 6068). No character of the address can add a recipient or a header; null is a mail without recipient. */
export function mailLink(address: string | null, { subject, body }: MailStart = {}): string {
  const to = encoded(address ?? "").replaceAll("%40", "@");
  const fields = Object.entries({ subject, body }).flatMap(([name, text]) =>
    text === undefined ? [] : [`${name}=${encoded(text.replaceAll(/\r\n?|\n/g, "\r\n"))}`],
  );
  return `mailto:${to}${fields.length === 0 ? "" : `?${fields.join("&")}`}`;
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
