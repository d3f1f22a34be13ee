import { NO_SETS } from "../../../server/access/rights.ts";
import { describe, expect, it } from "vitest";
import { catalogueOf } from "../../../server/catalogue/load.ts";
import type { Grant, ObjectTypeSpec } from "../../../server/catalogue/define.ts";
import type { ObjectType } from "../../../server/catalogue/object-type.ts";
import type { Actor } from "../../../server/access/actor.ts";
import {
  afterSql,
  grantOf,
  grantSql,
  ownSql,
  readPermissions,
  visibleSql,
} from "../../../server/access/rules.ts";

const text = { de: "x", en: "x" };

function typeWith(
  rules: Partial<Pick<ObjectType["spec"], "own" | "read" | "write">>,
  name: `${string}.${string}` = "nd.thing",
): ObjectType {
  const spec: ObjectTypeSpec = {
    name,
    gpk: "thing",
    label: text,
    description: text,
    attributes: {
      name: { type: "text_id", label: text },
      note: { type: "text", label: text, nullable: true },
    },
    key: ["name"],
    title: ["name"],
    functions: { create: {}, update: {}, delete: {} },
    own: rules.own ?? null,
    read: rules.read ?? "own",
    write: rules.write ?? {},
  };
  return catalogueOf(new Map([[name, spec]])).type(name);
}

function actorWith(permissions: readonly string[], account: string | null = "7"): Actor {
  return {
    token: "1",
    isSessionToken: true,
    person: "1",
    actorLogin: "ab1234",
    login: "ab1234",
    account,
    kind: account === null ? "unknown" : "main",
    isImpersonating: false,
    hidesSecrets: false,
    allowsWriting: true,
    roles: [],
    permissions: new Set(permissions),
    standing: null,
    sets: NO_SETS,
  };
}

const owned: Grant = {
  reaches: { type: "nd.bcd", isMine: "{id} = any({bcds})", key: "", links: "" },
  by: "bcd",
};

describe("reading", () => {
  const own = { column: "bcd", in: "bcds" } as const;
  it.each([
    ["meta is open to every token", "meta", null, [], null],
    ["a user who is not in the database sees nothing else", "all", null, [], "false"],
    ["all is open to every account", "all", "7", [], null],
    ["own rows by their owner", "own", "7", [], 't."bcd" = any({bcds})'],
    ["every row with ro", "own", "7", ["nd.ro:thing"], null],
    ["rw includes ro", "own", "7", ["nd.rw:thing"], null],
    ["the permission of another type opens nothing", "own", "7", ["nd.ro:thing2"], 't."bcd" = any({bcds})'],
  ] as const)("%s", (_, read, account, permissions, sql) => {
    expect(visibleSql(typeWith({ own, read }), actorWith(permissions, account))).toBe(sql);
  });

  it("shows further rows if the rule says so", () => {
    const type = typeWith({ own, read: { ownOr: { sql: "t.is_open" } } });
    expect(visibleSql(type, actorWith([]))).toBe('(t."bcd" = any({bcds}) or (t.is_open))');
  });

  it("shows rows to holders of further permissions of the rule", () => {
    const type = typeWith({ own, read: { ownOr: { sql: "false" }, permissions: ["wapi.su_access"] } });
    expect(readPermissions(type)).toContain("wapi.su_access");
    expect(visibleSql(type, actorWith(["wapi.su_access"]))).toBeNull();
  });

  it("owns nothing without a rule", () => {
    expect(ownSql(typeWith({ own: null }))).toBe("false");
  });
});

describe("writing", () => {
  const write = { update: { grant: owned, attributes: ["note"] }, delete: owned, after: owned };

  it.each([
    ["holders of rw need no grant", "update", ["nd.rw:thing"], ["name"], null],
    ["ro allows no write", "delete", ["nd.ro:thing"], [], 't."bcd" = any({bcds})'],
    ["owners change the attributes of the rule", "update", [], ["note"], 't."bcd" = any({bcds})'],
    ["owners change no other attribute", "update", [], ["note", "name"], "false"],
    ["a function without rule is for holders of rw", "create", [], [], "false"],
  ] as const)("%s", (_, fn, permissions, attributes, sql) => {
    expect(grantSql(typeWith({ write }), fn, actorWith(permissions), attributes)).toBe(sql);
  });

  it("excludes even holders of rw by `nobody`", () => {
    expect(grantSql(typeWith({ write: "nobody" }), "create", actorWith(["nd.rw:thing"]), [])).toBe("false");
  });

  it("uses org.rw_oet instead of org.rw:unit_type", () => {
    const type = typeWith({ write: { permission: "org.rw_oet" } }, "org.unit_type");
    expect(grantSql(type, "create", actorWith(["org.rw_oet"]), [])).toBeNull();
    expect(grantSql(type, "create", actorWith(["org.rw:unit_type"]), [])).toBe("false");
  });

  it("checks the row after the write for everybody except holders of rw", () => {
    expect(afterSql(typeWith({ write }), actorWith([]))).toBe('t."bcd" = any({bcds})');
    expect(afterSql(typeWith({ write }), actorWith(["nd.rw:thing"]))).toBeNull();
  });

  it("finds the grant of an update by the attributes it sets", () => {
    expect(grantOf(write, "update", [])).toBe(owned);
    expect(grantOf(write, "update", ["name"])).toBeNull();
  });
});
