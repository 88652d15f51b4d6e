// bpmn-moddle 9 ships no declarations; these are the parts of it that are used here.
declare module 'bpmn-moddle' {
  export interface ParseWarning {
    readonly message: string;
    readonly error?: Error;
    readonly element?: unknown;
    readonly property?: string;
    readonly value?: string;
  }
  export interface ParseReference {
    readonly element: unknown;
    readonly property: string;
    readonly id: string;
  }
  export interface ParseResult {
    readonly rootElement: unknown;
    readonly elementsById: Readonly<Record<string, unknown>>;
    readonly references: readonly ParseReference[];
    readonly warnings: readonly ParseWarning[];
  }
  // biome-ignore lint/style/noDefaultExport: the package's own export
  export default class BpmnModdle {
    constructor(packages?: Readonly<Record<string, unknown>>);
    fromXML(xml: string): Promise<ParseResult>;
    toXML(element: unknown, options?: { readonly format?: boolean }): Promise<{ readonly xml: string }>;
    create(type: string, properties?: Readonly<Record<string, unknown>>): unknown;
  }
}
