import { CALL_SETTINGS, FEATURES_BY_NAME } from '../../../src/model/rules/vendors/vendor-features.ts';
import { type EngineVendor, VENDOR_NAMES } from '../../support/inner/model.ts';
import { FLOW_ELEMENTS } from '../meta-model/flow-elements.ts';
import { OTHER_ELEMENTS } from '../meta-model/other-elements.ts';
import { isTreatment, READ, type Treatment } from '../meta-model/treatment.ts';
import { MEANINGS } from './meanings.ts';
import { READINGS } from './readings.ts';
import { SOURCES } from './sources.ts';

const TITLES: Readonly<Record<EngineVendor, string>> = {
  camunda: 'Camunda 7',
  zeebe: 'Camunda 8',
  flowable: 'Flowable and Activiti',
  // Same names as Flowable.
  activiti: '',
  drools: 'jBPM and Kogito',
};

/** All names of a vendor: attributes as they are, elements in angle brackets. */
export function namesOf(vendor: EngineVendor): readonly string[] {
  const { attributes, elements } = VENDOR_NAMES[vendor];
  return [...attributes.keys(), ...[...elements.keys()].map((name) => `<${name}>`)];
}

/** Names that Flowable reads and Activiti does not; both share one list. */
const OF_FLOWABLE_ALONE: ReadonlySet<string> = new Set(
  'topic caseDefinitionKey caseInstanceName businessKey <eventType> <channelKey> <triggerEventType> <triggerChannelKey> <eventInParameter> <variableListenerEventDefinition>'.split(
    ' ',
  ),
);

/** Names that affect the execution, or make the file refused. */
export function isRunBy(vendor: EngineVendor): readonly string[] {
  return namesOf(vendor)
    .filter((name) => vendor !== 'activiti' || !OF_FLOWABLE_ALONE.has(name))
    .filter((name) => homesOf(name, vendor).some((home) => /^(read|refused): /.test(home)));
}

/** How a name is handled: how it is read or why it is ignored, and what the rules report if it is not run. */
export function homesOf(name: string, vendor: EngineVendor): readonly string[] {
  const readings = READINGS.filter(
    ({ names, of }) => names.split(' ').includes(name) && of?.includes(vendor) !== false,
  );
  return [
    ...readings.map(({ is, as }) => `${is}: ${as}`),
    ...(readings.some(({ of }) => of !== undefined) ? [] : notRun(name)),
  ];
}

function notRun(name: string): readonly string[] {
  const { called, harmless } = FEATURES_BY_NAME.get(name) ?? {};
  if (called === undefined) return [];
  return [`not run${harmless === undefined ? '' : `, except \`${harmless}\``}: ${called}`];
}

/** The tables of `docs/reference/vendors.md`. */
export function renderTables(): string {
  const vendors = (Object.keys(TITLES) as EngineVendor[]).filter((vendor) => TITLES[vendor] !== '');
  return [...vendors.map(renderVendor), renderBpmn()].join('\n\n');
}

function renderVendor(vendor: EngineVendor): string {
  const settings = vendor === 'zeebe' ? [...CALL_SETTINGS] : [];
  const rows = [
    ...namesOf(vendor).map((name) => [homesOf(name, vendor).join('; elsewhere '), name] as const),
    ...settings.map(([name, { called }]) => [`not run: ${called}`, `${name} of <calledElement>`] as const),
  ];
  const meanings = MEANINGS[vendor].map(({ of, as, in: source }) => `| ${of} | ${as} | ${source} |`);
  return [renderTable(TITLES[vendor], rows, (names) => sourcesOf(names, vendor)), ...meanings].join('\n');
}

/** Rows without a source. */
export function rowsWithoutSource(): readonly string[] {
  return renderTables()
    .split('\n')
    .filter((line) => /\|\s*\|$/.test(line));
}

function sourcesOf(names: readonly string[], vendor: EngineVendor): string {
  const plain = names.map((name) => name.replace(/ of .*$/, ''));
  const found = SOURCES[vendor].filter((source) => source.names.split(' ').some((name) => plain.includes(name)));
  return [...new Set(found.map((source) => source.in))].join('; ');
}

function renderBpmn(): string {
  const types = Object.entries({ ...FLOW_ELEMENTS, ...OTHER_ELEMENTS });
  const rows = types.flatMap(([type, treatment]) =>
    isTreatment(treatment)
      ? [[describe(treatment), type] as const]
      : Object.entries(treatment).map(([property, each]) => [describe(each), `${type}.${property}`] as const),
  );
  return renderTable(
    'BPMN 2.0: parts that are not read',
    rows.filter(([becomes]) => becomes !== READ),
  );
}

function describe(treatment: Treatment): string {
  if (treatment === READ) return READ;
  return 'rule' in treatment ? `reported by the rule \`${treatment.rule}\`` : `ignored: ${treatment.ignored}`;
}

/** One row for all names that are handled in the same way; names that are read come first. */
function renderTable(
  title: string,
  rows: readonly (readonly [becomes: string, name: string])[],
  sourceOf?: (names: readonly string[]) => string,
): string {
  const groups = new Map<string, string[]>();
  for (const [becomes, name] of rows) groups.set(becomes, [...(groups.get(becomes) ?? []), name]);
  const order = ['read: ', 'refused', 'not run', 'reported by'];
  const rank = (becomes: string) =>
    (order.findIndex((start) => becomes.startsWith(start)) + order.length + 1) % (order.length + 1);
  const sorted = [...groups].toSorted(([one], [other]) => rank(one) - rank(other));
  const lines = sorted.map(([becomes, names]) => {
    const source = sourceOf === undefined ? '' : ` ${sourceOf(names)} |`;
    return `| ${names.map((name) => `\`${name}\``).join(', ')} | ${becomes} |${source}`;
  });
  const head =
    sourceOf === undefined
      ? ['| names | how they are handled |', '| --- | --- |']
      : ['| names | how they are handled | source |', '| --- | --- | --- |'];
  return [`## ${title}`, '', ...head, ...lines].join('\n');
}
