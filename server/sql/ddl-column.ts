/** A column in `create table`; `type` includes the collation. A hidden column has everything in `type`. */
export interface ColumnDefinition {
  readonly type: string;
  readonly isRequired: boolean;
  readonly default: string | null;
}
