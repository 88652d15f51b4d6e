import type { Catalogue, TEXT_USES, TextName } from './catalogue.ts';

type ValueOf<Name extends TextName> = (typeof TEXT_USES)[Name]['values'][number] extends infer Value
  ? Value extends `${infer Optional}?`
    ? Optional
    : Value & string
  : never;

/** Names of the texts with placeholders. */
type FilledName = { [Name in TextName]: [ValueOf<Name>] extends [never] ? never : Name }[TextName];

/** Replaces the placeholders of a text. Braces in a value are not replaced. */
export function fillText<Name extends FilledName>(
  catalogue: Catalogue,
  name: Name,
  values: Readonly<Record<ValueOf<Name>, string>>,
): string {
  return catalogue[name].replace(/\{([^{}]*)\}/g, (_, value: ValueOf<Name>) => values[value]);
}
