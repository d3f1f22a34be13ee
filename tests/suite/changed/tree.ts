import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Files of the project at one moment. */
export interface Tree {
  /** Paths from the root, each with a name of its content: the same name means the same text. */
  readonly files: ReadonlyMap<string, string>;
  /** Text of a file; empty if it is not a text. */
  readonly text: (file: string) => string;
}

/** A change: its files, those that are gone included, and the text of its changed lines with the names of their functions. */
export interface Change {
  readonly files: readonly string[];
  readonly lines: ReadonlyMap<string, string>;
}

const LARGEST_OUTPUT = 1 << 29;
const TEXT = /\.(tsx?|js|json|css|html|md|sql)$/;

/** Answer of a Git command. Throws with the message of Git if it fails. */
export function git(root: string, args: readonly string[], input = ""): string {
  const done = spawnSync("git", args, { cwd: root, input, encoding: "utf8", maxBuffer: LARGEST_OUTPUT });
  if (done.status !== 0) throw new Error(`git ${args.join(" ")}: ${done.stderr}`);
  return done.stdout;
}

/** The files as they are on the disk, those that Git does not know yet included. */
export function workTree(root: string): Tree {
  const names = listed(git(root, ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]));
  const texts = new Map<string, string>();
  const files = new Map<string, string>();
  for (const file of new Set(names)) {
    const text = readText(join(root, file));
    if (text === null) continue;
    texts.set(file, TEXT.test(file) ? text : "");
    files.set(file, createHash("sha1").update(text).digest("hex"));
  }
  return { files, text: (file) => texts.get(file) ?? "" };
}

/** Null if there is no such file, because it was deleted. */
function readText(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && ["ENOENT", "EISDIR"].includes(String(cause.code)))
      return null;
    throw cause;
  }
}

/** The files of a commit. `known` keeps texts by the names of their contents, for the next commit. */
export function treeOf(root: string, commit: string, known: Map<string, string>): Tree {
  const files = new Map(
    listed(git(root, ["ls-tree", "-r", "-z", commit])).map((line): [string, string] => {
      const [head = "", file = ""] = line.split("\t");
      return [file, head.split(" ")[2] ?? ""];
    }),
  );
  const wanted = [...files].filter(([file, blob]) => TEXT.test(file) && !known.has(blob));
  for (const [blob, text] of blobs(root, [...new Set(wanted.map(([, blob]) => blob))])) known.set(blob, text);
  return { files, text: (file) => known.get(files.get(file) ?? "") ?? "" };
}

function blobs(root: string, wanted: readonly string[]): readonly (readonly [string, string])[] {
  if (wanted.length === 0) return [];
  const args = ["cat-file", "--batch"];
  const done = spawnSync("git", args, { cwd: root, input: wanted.join("\n"), maxBuffer: LARGEST_OUTPUT });
  const all = done.stdout;
  const read: [string, string][] = [];
  for (let at = 0; at < all.length;) {
    const end = all.indexOf("\n", at);
    const [blob = "", , size = "0"] = all.toString("utf8", at, end).split(" ");
    read.push([blob, all.toString("utf8", end + 1, end + 1 + Number(size))]);
    at = end + 2 + Number(size);
  }
  return read;
}

/** What differs from a revision on the disk. Without one: from the merge base with `main`, or from HEAD on `main` itself. */
export function changeSince(root: string, revision: string | undefined): Change & { readonly since: string } {
  const since = git(root, ["rev-parse", "--verify", `${revision ?? baseOf(root)}^{commit}`]).trim();
  const change = readChange(git(root, ["diff", ...DIFF, since]));
  const added = listed(git(root, ["ls-files", "-z", "--others", "--exclude-standard"]));
  const texts = added.map((file): [string, string] => [file, readText(join(root, file)) ?? ""]);
  return { files: [...change.files, ...added], lines: new Map([...change.lines, ...texts]), since };
}

function baseOf(root: string): string {
  const found = spawnSync("git", ["merge-base", "HEAD", "main"], { cwd: root, encoding: "utf8" });
  return found.status === 0 ? found.stdout.trim() : "HEAD";
}

/** What a commit changed. */
export function changeOf(root: string, commit: string): Change {
  return readChange(git(root, ["show", "--format=", ...DIFF, commit]));
}

const DIFF = ["--unified=0", "--no-renames", "--no-color", "--no-ext-diff", "--text"];

function readChange(diff: string): Change {
  const files: string[] = [];
  const lines = new Map<string, string>();
  for (const part of diff.split(/^diff --git /m).slice(1)) {
    const file = /^a\/(.+?) b\//.exec(part)?.[1] ?? "";
    files.push(file);
    const changed = part.split("\n").filter((line) => /^(@@|[+-](?![+-]{2} ))/.test(line));
    lines.set(file, changed.map((line) => line.replace(/^(@@ .*? @@|[+-])/, "")).join("\n"));
  }
  return { files, lines };
}

function listed(text: string): readonly string[] {
  return text.split("\0").filter((one) => one !== "");
}
