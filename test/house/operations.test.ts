/** What an operation does is said once: where it is declared and where an editor shows it, the words are the same. */
import { describe, expect, test } from 'vitest';
import {
  OPERATION_NAMES,
  OPERATIONS,
  type Operation,
  type OperationName,
  verbOf,
} from '../support/inner/operations.ts';
import { readInterface } from './reference/interfaces.ts';

const OPTIONS_FILE = 'src/operations/options.ts';
const PLUGIN_FILE = 'src/plugin/apply/operations/operation-options.ts';

/** The interface of the options of each operation. */
const INTERFACES: Readonly<Record<OperationName, readonly [file: string, name: string]>> = {
  'instances.suspend': [PLUGIN_FILE, 'OperationOptions'],
  'instances.activate': [PLUGIN_FILE, 'OperationOptions'],
  'instances.terminate': [OPTIONS_FILE, 'TerminateOptions'],
  'instances.setVariables': [PLUGIN_FILE, 'VariablesOptions'],
  'instances.migrate': [OPTIONS_FILE, 'MigrateOptions'],
  'tasks.reassign': [PLUGIN_FILE, 'ReassignOptions'],
  'tasks.recall': [PLUGIN_FILE, 'RecallOptions'],
  'definitions.makeLatest': [OPTIONS_FILE, 'MakeLatestOptions'],
  'definitions.undeploy': [OPTIONS_FILE, 'UndeployOptions'],
  'outbox.retry': [OPTIONS_FILE, 'RetryReportOptions'],
  'outbox.skip': [OPTIONS_FILE, 'SkipReportOptions'],
  'outbox.acknowledge': [OPTIONS_FILE, 'AcknowledgeReportOptions'],
  'outbox.now': [OPTIONS_FILE, 'SendNowOptions'],
  'messages.retry': [OPTIONS_FILE, 'OperatorOptions'],
  'messages.skip': [OPTIONS_FILE, 'SkipMessageOptions'],
  'jobs.retry': [OPTIONS_FILE, 'RetryJobOptions'],
  'incidents.retry': [OPTIONS_FILE, 'RetryIncidentOptions'],
  'incidents.resolve': [OPTIONS_FILE, 'ResolveIncidentOptions'],
};

const bridge = readInterface('src/bridge/bridge.ts', 'Bridge').members;

describe.each(OPERATION_NAMES)('%s', (name) => {
  const { on, text, options }: Operation = OPERATIONS[name];

  test('begins the documentation of its method', () => {
    const collection = `Bridge${on.charAt(0).toUpperCase()}${on.slice(1)}`;
    const methods = [...readInterface('src/bridge/bridge-collections.ts', collection).members, ...bridge];
    const method = methods.find((each) => each.name === verbOf(name) && each.type.startsWith(each.name));
    expect(method?.text.slice(0, text.length)).toBe(text);
  });

  test('its options are documented in the same words', () => {
    const [file, interfaced] = INTERFACES[name];
    const members = readInterface(file, interfaced).members;
    const said = Object.entries(options)
      // The variables are an argument of their own.
      .filter(([option]) => option !== 'variables')
      .map(([option, field]) => [option, field.text]);
    const documented = said.map(([option = '', words = '']) => [
      option,
      members.find((member) => member.name === option)?.text.slice(0, words.length),
    ]);
    expect(documented).toEqual(said);
  });
});
