import type { SystemInfo } from "#contract/wire/system";
import { readLinks } from "../../server/http/settings.ts";

/** What a server of a test instance tells of itself. */
export const SYSTEM: SystemInfo = {
  version: "0.1.0",
  version_name: "Ahorn",
  commit_short: "1d7ac2d",
  js_mods: ["dnsvs", "macauth", "netdoc"],
  mods: {},
  host_oper_mode: { mode: "test", is_prod: false },
  netdb_admin_base: "https://admin.example.org/",
  login_methods: [],
  wifi_ssid: null,
  links: readLinks({}, "test"),
  is_demo: false,
};
