import type { Localised } from "#contract/wire/json";
import { inTerminal } from "./terminal.ts";

const WHY: Readonly<Record<string, (address: string, port: string, setting: string) => Localised>> = {
  EADDRINUSE: (address, port, setting) => ({
    de: `Auf ${address}, Port ${port}, hört schon ein anderes Programm. Beenden Sie es, oder nennen Sie in ${setting} etwas anderes.`,
    en: `Another program listens on ${address}, port ${port}, already. End it, or name something else in ${setting}.`,
  }),
  EADDRNOTAVAIL: (address, _, setting) => ({
    de: `Dieser Rechner hat die Adresse ${address} nicht. Nennen Sie in ${setting} eine, die er hat.`,
    en: `This machine does not have the address ${address}. Name one in ${setting} that it has.`,
  }),
  EACCES: (_, port, setting) => ({
    de: `Auf Port ${port} darf dieses Konto nicht hören. Nennen Sie in ${setting} einen ab 1024, oder geben Sie dem Programm das Recht (CAP_NET_BIND_SERVICE).`,
    en: `This account may not listen on port ${port}. Name one from 1024 on in ${setting}, or give the program the right (CAP_NET_BIND_SERVICE).`,
  }),
};

/**
 * An error that says why the server cannot listen at an address, and which setting to change. Any other error is returned as it is. `settingOf`: the
 * setting of a port.
 */
export function listenFault(error: unknown, settingOf: (port: number) => string): unknown {
  if (!(error instanceof Error && "code" in error && "address" in error && "port" in error)) return error;
  const why = WHY[String(error.code)];
  if (why === undefined) return error;
  const setting = settingOf(Number(error.port));
  return new Error(inTerminal(why(String(error.address), String(error.port), setting)), { cause: error });
}
