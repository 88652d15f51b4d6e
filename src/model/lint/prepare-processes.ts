import { readFiles } from '../files/read-files.ts';
import type { DeploySource } from '../files/read-sources.ts';
import { setChildren, walkTree } from '../moddle/change-tree.ts';
import { elementsOf, type ModdleDefinitions } from '../moddle/moddle-element.ts';
import { parseBpmn } from '../moddle/parse-bpmn.ts';
import { writeTree } from '../moddle/write-tree.ts';
import type { Problem } from '../problem.ts';
import { type LintOptions, readLintOptions } from './lint-options.ts';

/** A process in the form in which it runs on an engine of your own. */
export interface PreparedProcess {
  /** Id of the process. */
  readonly processId: string;
  /**
   * The diagram as the source of `new Engine`: called processes are drawn into their calls, link events are flows, ids
   * that the file leaves out are written, and events that refer to a message, signal, error or escalation by its name, its
   * code or an id with a prefix refer to an element. All other elements have the ids of the file.
   */
  readonly xml: string;
  /** Warnings about its file. */
  readonly problems: readonly Problem[];
  /** Its file; absent if only one file was read. */
  readonly file?: string;
}

/**
 * Prepares diagrams for engines with a plugin, as `bridge.deploy` does before it stores them. Needed for call activities,
 * link events, missing ids, references by a name or with a prefix (which an engine does not find), lane sets without lanes, and whatever else a plugin refuses with the rule `needs-bridge-deploy`; other diagrams can be
 * passed to the engine as they are. Files that are passed together may call each other. Nothing is stored.
 * @throws {ModelError} `ERR_MODEL_UNREADABLE`, `ERR_MODEL_REFUSED`: `details.problems` says why
 * @throws {InputError} `ERR_INPUT_INVALID`: a file or folder cannot be read, or an option is wrong
 */
export async function prepareProcesses(
  source: DeploySource,
  options: LintOptions = {},
): Promise<readonly PreparedProcess[]> {
  const { options: modelOptions, messageTypes, systemHandler } = readLintOptions(options);
  const { processes, refusal } = await readFiles(source, {
    options: modelOptions,
    ...{ messageTypes, systemHandler },
    deployed: () => undefined,
    accept: async (diagram) => ({ ...diagram, xml: await writeForEngine(diagram.xml) }),
  });
  if (refusal !== undefined) throw refusal;
  return processes.map(({ source: { file }, accepted: { model, xml, problems } }) => ({
    processId: model.processId,
    xml,
    problems,
    ...(file !== undefined && { file }),
  }));
}

/**
 * The engine parses the text itself: it would not find ids that a file leaves out nor elements that events refer to by a
 * name or with a prefix, and it cannot read a lane set without lanes.
 */
async function writeForEngine(xml: string): Promise<string> {
  const { definitions, leftovers } = await parseBpmn(xml);
  const { madeIds, named, prefixed, unresolved } = leftovers;
  const hasEmptyLaneSets = removeEmptyLaneSets(definitions);
  if (madeIds.length + named.length + prefixed.length === 0 && !hasEmptyLaneSets) return xml;
  return (await writeTree(definitions, unresolved)).xml;
}

/** @returns whether there were some */
function removeEmptyLaneSets(definitions: ModdleDefinitions): boolean {
  let wasFound = false;
  for (const element of walkTree(definitions)) {
    const laneSets = elementsOf(element, 'laneSets');
    const left = laneSets.filter((laneSet) => elementsOf(laneSet, 'lanes').length > 0);
    if (left.length === laneSets.length) continue;
    setChildren(element, 'laneSets', left);
    wasFound = true;
  }
  return wasFound;
}
