/**
 * Positions of the rows, from 0, that the database would refuse if each were inserted separately after those before it. No row stays inserted,
 * because the inner block always ends with an exception and only the variable survives it.
 */
export const REFUSED_ROWS = `create or replace function netportal.refused_rows(statement text, list json)
  returns int[]
  language plpgsql as $body$
declare
  refused int[] := '{}';
  o int := 0;
  one json;
begin
  begin
    for one in select * from json_array_elements(list) loop
      begin
        execute statement using json_build_array(one);
      exception when integrity_constraint_violation then
        refused := refused || o;
      end;
      o := o + 1;
    end loop;
    raise exception using errcode = 'P0UND';
  exception when sqlstate 'P0UND' then
    return refused;
  end;
end $body$`;
