import { SYSTEMS, walkPages } from "../support/looked-pages.ts";

for (const system of [...SYSTEMS, null]) walkPages(system);
