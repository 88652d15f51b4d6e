// bpmn-moddle 9 ships no type declarations; these cover the parts that are used here.
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
  export interface MetaModelProperty {
    readonly name: string;
    readonly type: string;
  }
  export interface MetaModelPackage {
    readonly types: readonly { readonly name: string; readonly properties?: readonly MetaModelProperty[] }[];
  }
  /** Sets the properties of all elements of the tree. */
  export interface Properties {
    set(target: object, name: string, value: unknown): void;
    getProperty(target: object, name: string): PropertyDescription | null;
  }
  export interface PropertyDescription {
    readonly name: string;
    readonly ns: { readonly prefix: string; readonly localName: string };
    readonly isReference?: boolean;
    readonly isMany?: boolean;
    readonly isId?: boolean;
  }
  // biome-ignore lint/style/noDefaultExport: the package's own export
  export default class BpmnModdle {
    constructor(packages?: Readonly<Record<string, unknown>>);
    readonly properties: Properties;
    getPackage(prefix: string): MetaModelPackage;
    getPackages(): readonly { readonly prefix: string; readonly uri: string }[];
    fromXML(xml: string): Promise<ParseResult>;
    toXML(element: unknown, options?: { readonly format?: boolean }): Promise<{ readonly xml: string }>;
    create(type: string, properties?: Readonly<Record<string, unknown>>): unknown;
  }
}
