import type { ScriptMapping } from '../nodes/mapping.ts';
import type { MappingReading } from '../read/data/read-mappings.ts';
import type { ServiceDraft, UserTaskDraft } from '../read/draft.ts';
import type { EventDraft } from '../read/events/read-event.ts';
import type { ScriptReading } from '../read/services/read-script.ts';
import type { Finding, Rule } from './rule.ts';

const serviceWithoutName: Rule = {
  name: 'service-without-name',
  severity: 'warning',
  says: 'a service, send or business rule task names no service, so the id of the element is used as its name',
  remedy: 'Name a service of the host: ttc:service, a topic, a task definition type or a delegate expression.',
  guess: true,
  check: ({ services }) =>
    services
      .filter(({ isUnnamed }) => isUnnamed === true)
      .map((draft) => ({
        elementId: draft.node.id,
        reason: `"${draft.node.name}" calls a service, but ${explain(draft)}: the host's services['${draft.service}'] is called.`,
      })),
};

function explain({ replaces }: ServiceDraft): string {
  return replaces === undefined ? 'it does not say which' : `its expression ${replaces} cannot be computed here`;
}

const serviceNameComputed: Rule = {
  name: 'service-name-computed',
  severity: 'warning',
  says: 'the name of a service is an expression',
  remedy: 'Pass all services that it may name to createBridge.',
  check: ({ services }) =>
    services.flatMap(({ node, computedName }) =>
      computedName === undefined
        ? []
        : {
            elementId: node.id,
            reason: `"${node.name}" computes the name of its service when a token reaches it (${computedName.text}), so nobody can check in advance whether the host has it.`,
          },
    ),
};

/** Tasks that an engine implements itself, such as mail or HTTP, call a service of the host with a fixed name. */
const serviceReplacesBuiltIn: Rule = {
  name: 'service-replaces-built-in',
  severity: 'warning',
  says: 'a service of the host is called instead of something built into an engine: mail, http, a connector, DMN, rules',
  remedy: 'Let that service do the work; job.input has the fields. Or name another service with ttc:service.',
  check: ({ services }) =>
    services.flatMap(({ node, service, replaces, isUnnamed }) =>
      replaces === undefined || isUnnamed === true
        ? []
        : {
            elementId: node.id,
            reason: `"${node.name}" is ${replaces}, which only the engine it was drawn for has: the host's services['${service}'] is called instead.`,
          },
    ),
};

const serviceMissing: Rule = {
  name: 'service-missing',
  severity: 'error',
  says: 'the host has no service of that name',
  remedy: 'Pass it to createBridge, in the option services.',
  check: ({ services, options }) =>
    services.flatMap((draft) => {
      const { node, service, isUnnamed } = draft;
      if (service === undefined || options.services?.has(service) !== false) return [];
      return {
        elementId: node.id,
        reason: `"${node.name}" calls the service ${service}, which was not passed to the bridge${isUnnamed === true ? `; the diagram names no service, so the id of the element is used` : ''}.`,
        remedy: `Pass services: { '${service}': (job) => … } to createBridge${isUnnamed === true ? ', or name another (ttc:service, a topic, a class)' : ''}.`,
      };
    }),
};

const scriptInvalid: Rule = {
  name: 'script-invalid',
  severity: 'warning',
  says: 'a script task has no script, so tokens pass straight through it; does not say its language, so that of its vendor is used; or names another file',
  remedy: 'Write the script and its format into the task.',
  check: ({ services }) =>
    services.flatMap(({ node, script }) => {
      const found = script && judge(script);
      if (found === undefined) return [];
      return { ...found, elementId: node.id, reason: `The script task "${node.name}" ${found.reason}` };
    }),
};

function judge(script: ScriptReading): Pick<Finding, 'reason' | 'remedy' | 'guess'> | undefined {
  const { isEmpty, isFormatGuessed, expression, resource, format } = script;
  if (isEmpty) {
    return {
      guess: true,
      reason: 'has no script, so a token passes straight through it.',
      remedy: 'Write the script into the task, or name a service with ttc:service; else make it a task without a type.',
    };
  }
  if (expression !== undefined) return undefined;
  if (isFormatGuessed) {
    const taken =
      format === ''
        ? 'is passed to the function for scripts without a language'
        : `is treated as ${format}, as in its own engine`;
    return {
      guess: true,
      reason: `does not say which language its script is in: it ${taken}.`,
      remedy: 'Give it a script format.',
    };
  }
  if (resource === undefined) return undefined;
  return {
    reason: `has its script in another file, ${resource}, which is not deployed with the diagram.`,
    remedy: 'Let the function for scripts read job.resource, or write the script into the task itself.',
  };
}

const scriptNotRun: Rule = {
  name: 'script-not-run',
  severity: 'error',
  says: 'a script task runs a script, or an input or output of a service, a completion condition or the condition of an event is one, and the host has no function that runs scripts',
  remedy: 'Pass scripts to createBridge or createPlugin, or make it a service task.',
  check: ({ services, userTasks, subProcesses, events, options }) => {
    if (options.scripts !== false) return [];
    const repeated = [...userTasks, ...services, ...subProcesses];
    return [...services.map(findInService), ...repeated.map(findCompletion), ...events.map(findInEvent)].flatMap(
      (found) =>
        found === undefined
          ? []
          : {
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

const mappingNotSupported: Rule = {
  name: 'mapping-not-supported',
  severity: 'error',
  says: 'a part is not a text, list, map or script, the name of the variable is missing, or a task that is computed within the step has a script in a mapping',
  remedy:
    'Write it as an expression, or let the service itself do it; instead of a script, draw a script task before or after it, with the variable as its result variable.',
  check: ({ services }) =>
    services.flatMap(({ node, mappings, expression }) =>
      [...mappings.faults, ...(expression === undefined ? [] : findScripts(mappings))].map((fault) => ({
        elementId: node.id,
        reason: `${fault}; a mapping of "${node.name}" must have the name of a variable, and texts, expressions, or lists and maps of them as its value; on a service that calls a function of the host, scripts too.`,
      })),
    ),
};

/** A task that the step evaluates itself calls no service, and a step cannot wait for a script. */
function findScripts({ inputScripts, outputScripts }: MappingReading): readonly string[] {
  const fault = (way: string) => (mapping: ScriptMapping) =>
    `the ${way} "${mapping.name}" is a script, but the task is computed within the step, which cannot wait for a script`;
  return [...inputScripts.map(fault('input')), ...outputScripts.map(fault('output'))];
}

export const SERVICE_RULES: readonly Rule[] = [
  serviceWithoutName,
  serviceNameComputed,
  serviceReplacesBuiltIn,
  serviceMissing,
  scriptInvalid,
  scriptNotRun,
  mappingNotSupported,
];
