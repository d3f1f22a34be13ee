import { createContext, useContext, type Context } from "react";

/** What a part gets of the parts around it: the hook asks for it, and throws where no `Provider` is around. */
export type Port<Value> = (() => Value) & { readonly Provider: Context<Value | null> };

export function port<Value>(): Port<Value> {
  const Provider = createContext<Value | null>(null);
  const usePort = (): Value => {
    const value = useContext(Provider);
    if (value === null) throw new Error("no portal around this part");
    return value;
  };
  return Object.assign(usePort, { Provider });
}
