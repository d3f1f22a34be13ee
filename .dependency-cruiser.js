import { rooms } from "./.dependency-rooms.js";

/**
 * The rooms inside server/wapi: what each may import of the others. What all of them share stands beside them.
 * @type {Record<string, string[]>}
 */
const wapi = {
  call: ["list/", "write/"],
  list: [],
  write: [],
  describe: ["list/(filter|plan)\\.ts$", "write/plan\\.ts$"],
};

/** Subjects that others may import; each of them imports only those before it. Whatever is not named here is imported by no other subject. */
const shared = ["org", "nd", "cntl"];

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    { name: "no-circular", severity: "error", from: {}, to: { circular: true } },
    {
      name: "no-orphans",
      severity: "error",
      from: {
        orphan: true,
        path: "^(src|server)/",
        pathNot:
          "^(server/(domain|services/types)/|src/.*\\.d\\.ts$|server/(admin|backup|restore|main|dev|demo|import|migrate|reset|services)\\.ts$)",
      },
      to: {},
    },
    {
      name: "no-unresolvable",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "\\.(css|svg)$" },
    },
    ...Object.entries(rooms).map(([room, { rooms: allowed }]) => ({
      name: `rooms-of-${room.replace("/", "-")}`,
      severity: "error",
      from: { path: `^${room}/` },
      to: {
        path: "^(src|server|tests)/",
        pathNot: `^(${[room, ...allowed].map((name) => (name.endsWith("ts") ? name : `${name}/`)).join("|")})`,
      },
    })),
    ...Object.entries(rooms).map(([room, { npm }]) => ({
      name: `packages-of-${room.replace("/", "-")}`,
      severity: "error",
      from: { path: `^${room}/` },
      to: {
        dependencyTypes: ["npm", "npm-dev", "npm-optional", "npm-peer", "npm-no-pkg", "npm-unknown"],
        ...(npm.length > 0 ? { pathNot: `node_modules/(${npm.join("|")}|@types/[^/]+)/` } : {}),
      },
    })),
    ...Object.entries(wapi).map(([room, allowed]) => ({
      name: `rooms-of-wapi-${room}`,
      severity: "error",
      from: { path: `^server/wapi/${room}/` },
      to: { path: "^server/wapi/[^/]+/", pathNot: `^server/wapi/(${[`${room}/`, ...allowed].join("|")})` },
    })),
    {
      name: "wapi-shares-only-what-it-needs",
      severity: "error",
      from: { path: "^server/wapi/[^/]+\\.ts$", pathNot: "^server/wapi/behaviour\\.ts$" },
      to: { path: "^server/wapi/[^/]+/" },
    },
    {
      name: "subjects-import-shared-ones",
      severity: "error",
      from: { path: "^server/domain/([^/]+)/" },
      to: { path: "^server/domain/[^/]+/", pathNot: `^server/domain/(${["$1", ...shared].join("|")})/` },
    },
    ...shared.map((subject, at) => ({
      name: `subjects-before-${subject}`,
      severity: "error",
      from: { path: `^server/domain/${subject}/` },
      to: {
        path: "^server/domain/[^/]+/",
        pathNot: `^server/domain/(${shared.slice(0, at + 1).join("|")})/`,
      },
    })),
    {
      name: "subjects-that-can-go",
      severity: "error",
      from: { path: "^(src|server)/", pathNot: "^server/domain/" },
      to: { path: "^server/domain/(dns|dhcp|macauth)/" },
    },
    {
      name: "server-knows-no-portal",
      severity: "error",
      from: { path: "^server/" },
      to: { path: "^src/", pathNot: "^src/(contract|imports)/" },
    },
    {
      name: "imports-in-one-view-and-one-command",
      severity: "error",
      from: { path: "^(src|server)/", pathNot: "^(src/imports/|src/views/import/|server/import(\\.ts$|/))" },
      to: { path: "^src/imports/" },
    },
    {
      name: "one-import-knows-no-other",
      severity: "error",
      from: { path: "^src/imports/([^/]+)/" },
      to: { path: "^src/imports/([^/]+)/", pathNot: "^src/imports/($1|shared)/" },
    },
    { name: "portal-knows-no-server", severity: "error", from: { path: "^src/" }, to: { path: "^server/" } },
    {
      name: "one-view-knows-no-other",
      severity: "error",
      from: { path: "^src/views/([^/]+)/" },
      to: { path: "^src/views/([^/]+)/", pathNot: "^src/views/$1/" },
    },
    {
      name: "one-subject-knows-no-other",
      severity: "error",
      from: { path: "^src/subjects/([^/]+)/" },
      to: { path: "^src/subjects/([^/]+)/", pathNot: "^src/subjects/$1/" },
    },
    {
      name: "api-browser-in-one-view",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/views/swagger/" },
      to: { path: "node_modules/swagger-ui-react" },
    },
    {
      name: "map-in-one-view",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/views/campus-map/" },
      to: { path: "node_modules/ol/" },
    },
    {
      name: "driver-only-in-db",
      severity: "error",
      from: { path: "^server/", pathNot: "^server/db/" },
      to: { path: "node_modules/pg" },
    },
    {
      name: "one-way-of-opening",
      severity: "error",
      from: { path: "^server/", pathNot: "^server/(db/|open\\.ts$)" },
      to: { path: "^server/db/open\\.ts$" },
    },
    {
      name: "faults-know-only-contract",
      severity: "error",
      from: { path: "^server/faults(\\.ts$|/)" },
      to: { path: "^(src|server)/", pathNot: "^(src/contract|server/faults)/" },
    },
    {
      name: "examples-in-one-command",
      severity: "error",
      from: { path: "^(src|server)/", pathNot: "^server/services(\\.ts$|/)" },
      to: { path: "^examples/" },
    },
    {
      name: "tests-stay-outside",
      severity: "error",
      from: { path: "^(src|server|examples)/" },
      to: { path: "^tests/" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".js", ".jsx", ".json", ".css"],
    },
  },
};
