/** A block of code of a document. */
export interface Block {
  /** The heading that it stands under, and its number there: `First administrator 2`. */
  readonly name: string;
  readonly language: string;
  readonly text: string;
}

/** All blocks of code of a document, in order. */
export function blocksOf(document: string): readonly Block[] {
  const found: Block[] = [];
  let [heading, number] = ["", 0];
  for (const [, title, indent = "", language = "", text = ""] of document.matchAll(
    /^#+ (.*)$|^( *)```(\w*)\n([\s\S]*?)\n^\2```$/gm,
  )) {
    // A comment of a shell is within a block, so it is no heading.
    if (title !== undefined) [heading, number] = [title, 0];
    else {
      number += 1;
      const lines = text
        .split("\n")
        .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line));
      found.push({ name: `${heading} ${String(number)}`, language, text: lines.join("\n") });
    }
  }
  return found;
}

/**
 * Evidence for each block of docs/operating.md: `bar` runs it as printed, a test file runs it in the suite, `example` only shows output or input of a
 * program. `unproven` is not run.
 */
export const PROOFS: Readonly<Record<string, string>> = {
  "Install 1": "unproven",
  "Install 2": "bar",
  "Install 3": "bar",
  "Package of Debian 1": "bar",
  "Package of Debian 2": "bar",
  "Ansible and containers 1": "bar",
  "Ansible and containers 2": "unproven",
  "Service 1": "bar",
  "Service 2": "example",
  "Settings 1": "bar",
  "Settings 2": "bar",
  "A PostgreSQL of your own 1": "bar",
  "A PostgreSQL of your own 2": "bar",
  "A PostgreSQL of your own 3": "bar",
  "A PostgreSQL of your own 4": "bar",
  "Several processes 1": "bar",
  "Replicas for reading 1": "unproven",
  "Replicas for reading 2": "unproven",
  "Replicas for reading 3": "tests/wapi/replica.test.ts",
  "Failover 1": "unproven",
  "Failover 2": "tests/measured/patroni.test.ts",
  "Failover 3": "tests/measured/patroni.test.ts",
  "Failover 4": "tests/measured/patroni.test.ts",
  "Failover 5": "tests/measured/patroni.test.ts",
  "Failover 6": "tests/beside/failover.test.ts",
  "Identity provider 1": "bar",
  "Identity provider 2": "bar",
  "First administrator 1": "bar",
  "First administrator 2": "bar",
  "First administrator 3": "bar",
  "First administrator 4": "bar",
  "Proxy and TLS 1": "bar",
  "Proxy and TLS 2": "bar",
  "Proxy and TLS 3": "bar",
  "Backup and restore 1": "bar",
  "Backup and restore 2": "bar",
  "Backup and restore 3": "bar",
  "To a point in time 1": "bar",
  "To a point in time 2": "bar",
  "To a point in time 3": "bar",
  "Test instance 1": "bar",
  "Test instance 2": "bar",
  "Test instance 3": "bar",
  "Test instance 4": "bar",
  "Upgrade 1": "bar",
  "Upgrade 2": "example",
  "MAC finder 1": "bar",
  "DHCP and RADIUS servers 1": "example",
  "DHCP and RADIUS servers 2": "tests/wapi/feed.test.ts",
  "DHCP and RADIUS servers 3": "unproven",
  "DHCP and RADIUS servers 4": "unproven",
  "DHCP and RADIUS servers 5": "tests/wapi/feed.test.ts",
  "Campus map 1": "unproven",
  "Metrics 1": "bar",
  "Tests 1": "unproven",
  "History 1": "example",
  "Log 1": "example",
  "Audit 1": "example",
  "Audit 2": "tests/unit/audit/fail2ban.test.ts",
  "Audit 3": "tests/unit/audit/fail2ban.test.ts",
};
