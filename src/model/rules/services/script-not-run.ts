import type { ServiceDraft, UserTaskDraft } from '../../read/draft.ts';
import type { EventDraft } from '../../read/events/read-event.ts';
import type { Rule } from '../rule.ts';

export const scriptNotRun: Rule = {
  name: 'script-not-run',
  check: ({ services, userTasks, subProcesses, events, options }) => {
    if (options.scripts !== false) return [];
    const repeated = [...userTasks, ...services, ...subProcesses];
    return [...services.map(findInService), ...repeated.map(findCompletion), ...events.map(findInEvent)].flatMap(
      (found) =>
        found === undefined
          ? []
          : {
              severity: 'error',
              elementId: found.node.id,
              reason: `"${found.node.name}" ${found.what}, but the host has no function that runs scripts.`,
              remedy: `Pass scripts: (job) => … to createBridge or createPlugin, or ${found.otherwise}.`,
            },
    );
  },
};

interface Found extends Pick<ServiceDraft, 'node'> {
  readonly what: string;
  readonly otherwise: string;
}

function findInService({ node, script, mappings: { inputScripts, outputScripts } }: ServiceDraft): Found | undefined {
  const otherwise = 'make it a service task';
  if (script !== undefined && script.expression === undefined) return { node, what: 'runs a script', otherwise };
  const names = [...inputScripts, ...outputScripts].map(({ name }) => name).join(', ');
  if (names === '') return undefined;
  const what = `has ${inputScripts.length > 0 ? 'an input' : 'an output'} that is a script, ${names}`;
  return { node, what, otherwise };
}

/** Script mappings of a user task are ignored then, with a warning of another rule. */
function findCompletion({ node, multiInstance }: Pick<UserTaskDraft, 'node' | 'multiInstance'>): Found | undefined {
  const script = multiInstance?.completion === undefined ? multiInstance?.conditionScript : undefined;
  if (script === undefined) return undefined;
  return {
    node,
    what: `has a script in ${script.format} as its completion condition`,
    otherwise: 'write it as ${…}, such as ${nrOfCompletedInstances >= 2}',
  };
}

function findInEvent({ node, trigger }: EventDraft): Found | undefined {
  const script = trigger?.kind === 'condition' ? trigger.script : undefined;
  if (script === undefined) return undefined;
  return { node, what: `has a script in ${script.format} as its condition`, otherwise: 'write it as ${amount > 1000}' };
}
