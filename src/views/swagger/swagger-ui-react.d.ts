/** Used properties of swagger-ui-react 5.35; the package has no types. */
declare module "swagger-ui-react" {
  import type { ComponentType, ReactNode } from "react";

  interface SwaggerRequest {
    headers: Record<string, string>;
  }

  export type SwaggerPart = (props: object) => ReactNode;

  export interface SwaggerSystem {
    readonly getComponent: (name: string) => SwaggerPart;
  }

  interface SwaggerUIProps {
    readonly url: string;
    readonly docExpansion?: "list" | "full" | "none";
    readonly filter?: boolean;
    readonly deepLinking?: boolean;
    readonly persistAuthorization?: boolean;
    readonly defaultModelsExpandDepth?: number;
    readonly validatorUrl?: null;
    /** Each replaces parts of the package's system. */
    readonly plugins?: readonly (() => {
      readonly fn?: object;
      readonly wrapComponents?: Readonly<
        Record<string, (part: SwaggerPart, system: SwaggerSystem) => SwaggerPart>
      >;
    })[];
    readonly showMutatedRequest?: boolean;
    readonly requestInterceptor?: (request: SwaggerRequest) => SwaggerRequest;
  }

  const SwaggerUI: ComponentType<SwaggerUIProps>;
  export default SwaggerUI;
}
