import { isList, isObject, type Json } from "#contract/wire/json";

/**
 * A part of an OpenAPI document by its path, with references resolved. The package would read the whole document for every part, which takes seconds;
 * our references stay within its components.
 */
export function resolveSubtree(
  document: Json,
  path: readonly string[],
): Promise<{ readonly spec: Json | undefined; readonly errors: readonly never[] }> {
  const part = at(document, path);
  return Promise.resolve({
    spec: part === undefined ? undefined : withParts(document, part, []),
    errors: [],
  });
}

/** Recursive and dangling references stay as they are. */
function withParts(document: Json, value: Json, inside: readonly string[]): Json {
  if (isList(value)) return value.map((one) => withParts(document, one, inside));
  if (!isObject(value)) return value;
  const pointer = value["$ref"];
  if (typeof pointer === "string" && pointer.startsWith("#/") && !inside.includes(pointer)) {
    const part = at(document, pointer.slice(2).split("/").map(unescaped));
    if (part !== undefined) return withParts(document, part, [...inside, pointer]);
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withParts(document, member, inside)]),
  );
}

function at(document: Json, path: readonly string[]): Json | undefined {
  let found: Json | undefined = document;
  for (const name of path) {
    if (isList(found)) found = found[Number(name)];
    else found = isObject(found) ? found[name] : undefined;
  }
  return found;
}

/** A name in a JSON Pointer inside the fragment of an address (RFC 6901). */
function unescaped(name: string): string {
  return decodeURIComponent(name).replaceAll("~1", "/").replaceAll("~0", "~");
}
