/** The parts for a planned deletion and a list of deletions, loaded together with the first deletion. */
export { PlanAllRemovals } from "./all-removals.tsx";
export { PlannedCompany } from "./planned-company.tsx";
