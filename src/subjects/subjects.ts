import type { SubjectRoutes } from "#core/route/subject";
import { ROUTES as CNTL } from "./cntl/routes.ts";
import { ROUTES as DHCP } from "./dhcp/routes.ts";
import { ROUTES as DNS } from "./dns/routes.ts";
import { ROUTES as MACAUTH } from "./macauth/routes.ts";
import { ROUTES as ND } from "./nd/routes.ts";
import { ROUTES as ORG } from "./org/routes.ts";
import { ROUTES as REQ } from "./req/routes.ts";

/** The paths of all subjects. */
export const SUBJECT_ROUTES: readonly SubjectRoutes[] = [DNS, MACAUTH, DHCP, ND, ORG, CNTL, REQ];
