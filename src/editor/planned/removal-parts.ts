/** What a planned deletion and a list of them draw, loaded together with the first deletion. */
export { PlanAllRemovals } from "./all-removals.tsx";
export { PlannedCompany } from "./planned-company.tsx";
