/** A column as it stands in `create table`; `type` carries the collation. A hidden column is all in `type`. */
export interface ColumnDefinition {
  readonly type: string;
  readonly isRequired: boolean;
  readonly default: string | null;
}
