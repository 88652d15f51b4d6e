import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import BpmnModdle from 'bpmn-moddle';
import type { ModdleElement } from '../../support/inner/model.ts';

interface Descriptor {
  readonly types: readonly Type[];
}

interface Type {
  readonly name: string;
  readonly isAbstract?: boolean;
  readonly extends?: readonly string[];
  readonly superClass?: readonly string[];
  readonly properties?: readonly {
    readonly name: string;
    readonly type: string;
    readonly isAttr?: boolean;
    readonly isBody?: boolean;
  }[];
  readonly meta?: { readonly allowedIn?: readonly string[] };
}

/** Names that may stand anywhere: they say how a modeler came to an element. */
const OF_MODELERS = /^modelerTemplate/;

/** Where our reading differs from the descriptors; `…` is what they say. */
const CHANGED: Readonly<Record<'camunda' | 'zeebe', Readonly<Record<string, string>>>> = {
  camunda: {
    // Read on script tasks too: see read-service.ts.
    ...Object.fromEntries(
      ['expression', 'class', 'delegateExpression', 'type', 'topic'].map((name) => [name, '… ScriptTask']),
    ),
    // Within the expression of a potential starter, where the descriptor has the type of BPMN.
    '<formalExpression>': '-',
  },
  zeebe: {
    // The descriptor names the element around the list that they belong to.
    '<input>': '-',
    '<output>': '-',
    '<linkedResource>': '-',
    // The descriptor does not say that this is for messages alone.
    '<subscription>': 'Message',
  },
};

/** Attributes that the engine reads, and that the descriptor has as an element alone. */
const ALSO_ATTRIBUTE: Readonly<Record<string, string>> = { '<field>': 'expression' };

const { resolve } = createRequire(import.meta.url);

/** The lines of `described-names.ts` for one vendor, from the descriptor of its modeler. */
function describeNames(vendor: 'camunda' | 'zeebe'): string {
  // Read anew: a parser that was given a descriptor writes into it.
  const load = (): Descriptor =>
    JSON.parse(readFileSync(resolve(`${vendor}-bpmn-moddle/resources/${vendor}.json`), 'utf8'));
  const { types } = load();
  const moddle = new BpmnModdle({ [vendor]: load() });
  const local = (name: string) => name.replace(/^.*:/, '');
  const element = (name: string) => `<${name.charAt(0).toLowerCase()}${name.slice(1)}>`;
  const heirsOf = ({ name }: Type) =>
    types.filter(({ superClass = [] }) => superClass.includes(name) || superClass.includes(`${vendor}:${name}`));
  /** BPMN types as they are; for types of the vendor, the BPMN types that they and their heirs extend. */
  const placesOf = (names: readonly string[]): readonly string[] =>
    names.flatMap((name) => {
      if (name.startsWith('bpmn:')) return [local(name)];
      const type = types.find((each) => name === `${vendor}:${each.name}`);
      return type === undefined ? [] : placesOf([type, ...heirsOf(type)].flatMap((each) => each.extends ?? []));
    });
  const isOnBpmn = ({ extends: extended = [] }: Type) => placesOf(extended).length > 0;
  const isPart = (type: Type) =>
    types.some(({ properties = [] }) =>
      properties.some((property) => [type.name, ...(type.superClass ?? [])].map(local).includes(local(property.type))),
    );

  const places = new Map<string, Set<string>>();
  const add = (name: string, found: readonly string[]) =>
    places.set(name, new Set([...(places.get(name) ?? []), ...found]));
  for (const type of types.filter(isOnBpmn)) {
    const found = placesOf([`${vendor}:${type.name}`]);
    for (const { name } of type.properties ?? []) add(local(name), OF_MODELERS.test(local(name)) ? ['*'] : found);
  }
  const attributes = new Map<string, string>();
  for (const type of types.filter(
    (each) => each.extends === undefined && each.isAbstract !== true && heirsOf(each).length === 0,
  )) {
    const allowed = type.meta?.allowedIn;
    const found = allowed?.includes('*') ? ['*'] : placesOf(allowed ?? []);
    add(element(type.name), allowed === undefined && !isPart(type) ? ['*'] : found);
    const properties = (moddle.create(`${vendor}:${type.name}`) as ModdleElement).$descriptor?.properties ?? [];
    const own = properties.filter(({ isAttr }) => isAttr === true).map(({ name }) => local(name));
    attributes.set(
      element(type.name),
      [...new Set([...own, ...(ALSO_ATTRIBUTE[element(type.name)]?.split(' ') ?? [])])].join(' '),
    );
  }
  for (const { properties = [] } of types)
    for (const { name, type, isAttr, isBody } of properties)
      if (isAttr !== true && isBody !== true && /^String$|^bpmn:Res/.test(type)) add(element(local(name)), []);

  for (const name of Object.keys(CHANGED[vendor])) add(name, []);

  const lines = new Map<string, string[]>();
  for (const [name, found] of places) {
    const listed = [...found].join(' ') || '-';
    const where = CHANGED[vendor][name]?.replace('…', listed) ?? listed;
    const own = attributes.get(name) ?? '';
    lines.set(where, [...(lines.get(where) ?? []), own === '' ? name : name.replace('>', ` ${own}>`)]);
  }
  return [...lines].map(([where, names]) => `${names.join(' ')}: ${where}`).join('\n');
}

export function renderDescribedNames(): string {
  return `// Generated from camunda-bpmn-moddle and zeebe-bpmn-moddle by \`npm run write:reference\`: do not edit.

/** The names of Camunda 7 and 8, in the notation of \`vendor-names.ts\`. */
export const DESCRIBED = {
  camunda: \`
${describeNames('camunda')}
\`,
  zeebe: \`
${describeNames('zeebe')}
\`,
};
`;
}
