import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { alertList } from "#core/alerts";
import { alertsQuery } from "../../api/queries.ts";
import { useHttp } from "../../editor/http.ts";
import { Brand } from "../../ui/brand/brand.tsx";
import { ErrorBlock } from "../../ui/feedback/error-block.tsx";
import { sayText, useLocale, useText } from "../../ui/text.ts";
import { PRODUCT } from "../config.ts";
import { AlertItems } from "../shell/alert-items.tsx";
import type { InitFailure } from "./init-failure.ts";
import "../shell/shell.css";

/** The portal cannot start: the reason, and the operator's message about it (ERR-27, ERR-28). */
export function InitFailed({ failure }: { readonly failure: InitFailure }): ReactNode {
  const say = useText();
  const locale = useLocale();
  const http = useHttp();
  const { data: alerts, dataUpdatedAt } = useQuery(alertsQuery(http));
  const shown = alerts === undefined ? [] : alertList(alerts, new Date(dataUpdatedAt), locale);
  const { fault } = failure;
  return (
    <main className="lone-page">
      <Brand label={PRODUCT.name} height={32} />
      <h1>{say("app.init.title")}</h1>
      <ErrorBlock
        title={sayText(say, failure.title)}
        hint={failure.hint === null ? null : sayText(say, failure.hint)}
        details={fault === null ? null : JSON.stringify(fault, null, 2)}
        onRetry={() => location.reload()}
      >
        {fault !== null && (
          <p>
            {fault.type.name} ({fault.type.code}): {fault.description}
          </p>
        )}
      </ErrorBlock>
      {shown.length > 0 && (
        <section className="section">
          <h2>{say("app.alerts.title")}</h2>
          <AlertItems alerts={shown} />
        </section>
      )}
    </main>
  );
}
