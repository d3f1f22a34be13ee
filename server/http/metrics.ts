import type { FastifyInstance, FastifyPluginCallback } from "fastify";
import { refuse } from "../faults.ts";
import { isMetricsToken } from "../metrics/listen.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { notStored } from "./routes.ts";
import type { Settings } from "./settings.ts";
import { bearerToken } from "./token.ts";

export interface MetricsParts {
  readonly metrics: Metrics;
  readonly settings: Pick<Settings, "metrics">;
}

/** `GET /metrics` for the token of the setting. Without that setting the address does not exist. */
export function metricsRoutes({ metrics, settings }: MetricsParts): FastifyPluginCallback {
  const wanted = settings.metrics.token;
  return (app, _options, done) => {
    if (wanted !== null) {
      app.addHook("onRequest", notStored);
      app.get("/metrics", async ({ headers }, reply) => {
        const token = bearerToken(headers.authorization);
        if (!isMetricsToken(token, wanted)) throw refuse(token === null ? "token_missing" : "token_invalid");
        return reply.type(metrics.contentType).send(await metrics.text());
      });
    }
    done();
  };
}

/** Counts answers by the pattern of their address. */
export function countAnswers(app: FastifyInstance, metrics: Metrics): void {
  app.addHook("onResponse", ({ method, routeOptions }, { statusCode: status }, done) => {
    metrics.answered({ method, route: routeOptions.url ?? "none", status });
    done();
  });
}
