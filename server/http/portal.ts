import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";

/** The built portal on disk: the page for every address and the files beside it. */
export interface Portal {
  readonly folder: string;
  /** The page with the nonce of its style elements; null if there is no built portal. */
  page(nonce: string): string | null;
  /** Name of the file at a path below the root, or null. */
  file(path: string): string | null;
  /** Commit of the build; null if the build did not record it. */
  readonly commit: string | null;
}

const NONCE_META = /<meta\s+name="csp-nonce"[^>]*>/;
const STYLE = /<style>/g;
const NONCE_FORM = /^[A-Za-z0-9+/_=-]+$/;

/** Reads the names of all files once. Any other path is an address of the portal. */
export function openPortal(folder: string): Portal {
  const page = existsSync(join(folder, "index.html"))
    ? readFileSync(join(folder, "index.html"), "utf8")
    : null;
  const files = new Set(page === null ? [] : namesBelow(folder));
  return {
    folder,
    commit: commitOf(folder),
    page: (nonce) => (page === null ? null : withNonce(page, nonce)),
    file: (path) => (files.has(path.slice(1)) ? path.slice(1) : null),
  };
}

/**
 * Content security policy of the page: nothing from other origins except pictures that the operator allows, no inline script, and run-time styles
 * only with a nonce.
 */
export function pagePolicy(nonce: string, pictures: readonly string[] = []): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    ["img-src 'self' data: blob:", ...pictures].join(" "),
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

function withNonce(page: string, nonce: string): string {
  if (!NONCE_FORM.test(nonce)) throw new Error("A nonce is base64.");
  const meta = `<meta name="csp-nonce" content="${nonce}" />`;
  const styled = page.replace(STYLE, `<style nonce="${nonce}">`);
  return NONCE_META.test(styled)
    ? styled.replace(NONCE_META, meta)
    : styled.replace("<head>", `<head>\n    ${meta}`);
}

/** Compressed copies and the notes of the build have no addresses of their own. */
function namesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, "/"))
    .filter((name) => !/(\.br|\.gz|\.new)$|^\.|^(index\.html|build\.json)$/.test(name));
}

function commitOf(folder: string): string | null {
  const note = join(folder, "build.json");
  if (!existsSync(note)) return null;
  // portal-build.ts writes this file.
  return (JSON.parse(readFileSync(note, "utf8")) as { commit_short: string }).commit_short;
}
