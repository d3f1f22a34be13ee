import { useQuery, type UseQueryOptions } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import type { TextKey } from "#core/text";
import type { LookupCheck } from "#core/tools/lookup-checks";
import type { Http } from "../../api/http.ts";
import { useHttp } from "../../editor/http.ts";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { useText } from "../../ui/text.ts";
import { LookupForm } from "./lookup-form.tsx";
import "./lookup.css";
import { FaultError } from "#core/fault/fault-error";

interface LookupPageProps<Answer> {
  readonly title: TextKey;
  readonly about: TextKey;
  readonly path: string;
  /** Label and example of the text that is looked up. */
  readonly label: TextKey;
  readonly example: string;
  readonly failed: TextKey;
  readonly check: LookupCheck;
  readonly query: (http: Http, sought: string) => UseQueryOptions<Answer, Error, Answer, string[]>;
  readonly children: (answer: Answer, sought: string) => ReactNode;
}

/** A page that looks up one text and shows the answer below. */
export function LookupPage<Answer>(props: LookupPageProps<Answer>): ReactNode {
  const { title, about, path, label, example, failed, check, query, children } = props;
  const say = useText();
  const [sought, setSought] = useState("");
  const wrong = sought === "" ? null : check(sought);
  const isAsked = sought !== "" && wrong === null;
  const { data, error, isFetching } = useQuery({ ...query(useHttp(), sought), enabled: isAsked });
  const reason = wrong === null ? reasonOf(error) : say(wrong);
  return (
    <div className="lookup">
      <PageHeader title={say(title)} focusKey={path} facts={[say(about)]} />
      <LookupForm
        label={label}
        example={example}
        isBusy={isFetching}
        problem={reason === null ? null : say(failed, { reason })}
        onSearch={setSought}
      />
      <div aria-live="polite" aria-busy={isFetching}>
        {data !== undefined && reason === null && children(data, sought)}
      </div>
    </div>
  );
}

/** The server's reason for a failed lookup; other errors break the page. */
export function reasonOf(error: Error | null): string | null {
  if (error === null) return null;
  if (!(error instanceof FaultError)) throw error;
  return error.fault.description;
}
