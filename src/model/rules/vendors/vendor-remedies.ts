/** Each remedy with the features that it applies to, as named in `vendor-features.ts`; `*` matches any rest of a name. */
const REMEDIES: readonly (readonly [remedy: string, ...called: readonly string[]])[] = [
  [
    'Let a service task before or after it do the work of the listener, or let the host do it with bridge.on.',
    'an execution listener',
    'execution listeners',
    'a task listener',
    'task listeners',
    'an event listener',
  ],
  ['Let a script task before or after it do the work of the script.', 'a script*'],
  [
    'Give the task a page: a form key that is a web address, or ttc:handleUrl.',
    'the form *',
    'a form',
    'a form handler',
    'form fields*',
    'a generated form*',
  ],
  [
    'Pass the values of the form as variables to bridge.start; or draw a user task after the start event that asks for them.',
    'the start form *',
    'a start form',
    'a start form handler',
    'start form fields*',
    'a generated start form*',
  ],
  ['Nothing to do: each step is stored as a whole, and services run as separate jobs.', 'asynchronous continuation'],
  ['Nothing to do: the option jobs sets how often a service is retried.', 'a retry time cycle', 'a number of retries'],
  ['Nothing to do: jobs have no priority and no category.', 'a job priority', 'a job category'],
  [
    'Do nothing if nobody needs to see it; otherwise show it with ttc:summary.',
    'a task priority',
    'a follow-up date',
    'a category of a task',
    'an owner of a task',
  ],
  ['Draw an exclusive gateway before it, with a way around it that has the condition.', 'a skip expression'],
  ['Let a business rule task name the decision: it calls the service dmn of the host.', 'a decision table (DMN)'],
  ['Let the service return the result in the shape that is needed.', 'a mapping of the result of a decision'],
  ['Draw the case as a separate process, and call that.', 'a case (CMMN)', 'an ad-hoc process'],
  [
    'Let the host check who starts the process before it calls bridge.start.',
    'who may start the process',
    'a potential starter',
  ],
  [
    'Write it as an expression; a script runs only if the host has a function for scripts, and never on a task that its signers share.',
    'an input or output mapping',
  ],
  [
    'Set the variable with a service task before or after it.',
    'a variable mapping of a call',
    'a class that maps the variables of a call',
  ],
  [
    'Give the variables unique names: they all belong to the process.',
    'a local result variable',
    'a transient result variable',
    'which variables a call *',
    'variables that a call *',
    'a service that is not given the variables',
  ],
  ['Let the script return the values that it sets, as its result.', 'a script that stores its variables'],
  [
    'Do nothing if no expression reads the variable; a service finds the ids in its job.',
    'a variable with *',
    'a variable for *',
    'a business key of a call',
    'a name of a call',
  ],
  ['Do nothing if there is only one tenant.', 'a tenant of the called process'],
  [
    'Make it a service task and let its function wait, or draw a receive task after it.',
    'a triggerable service',
    'a service that sends the message',
  ],
  [
    'Draw the call on a parallel branch of its own.',
    'a call that is not waited for',
    'a call that ends with its caller',
  ],
  ['Draw an error or escalation end event, and catch it in the caller.', 'an end of the calling processes'],
  ['Give the multi-instance a completion condition.', 'an end of all instances of a marker'],
  ['Write the flows in the order in which they should be evaluated.', 'a priority among *'],
  ['Let each service set its own variable, or let one append to a list.', 'an output collection'],
  ['Let a service before it set the list as a variable, and name that as the collection.', 'a collection *'],
  ['Write ttc:correlationKey on the message event.', 'a correlation key of its engine'],
  ['Let the function of the service throw a BpmnError.', 'an error mapping', 'an exception mapping'],
  ['Write it on a service, which gets it in job.input.', 'an injected field', 'task headers', 'rules', 'a connector'],
  ['Let the host report the event with bridge.message.', 'an event of the registry'],
  ['Use a conditional event over the variable.', 'an event for the change of a variable'],
  ['Let the host compute the date: ttc:timeOut takes an expression.', 'a business calendar'],
];

const ELSE = 'Leave it if the process does not depend on it; otherwise use a service task.';

/** One sentence per remedy. @param called the features, as named in `vendor-features.ts` */
export function adviseOnFeatures(called: readonly string[]): string {
  const byRemedy = new Map<string, string[]>();
  for (const each of called) byRemedy.set(remedyOf(each), [...(byRemedy.get(remedyOf(each)) ?? []), each]);
  const [only, ...others] = byRemedy.keys();
  if (only !== undefined && others.length === 0) return only;
  return [...byRemedy].map(([remedy, names]) => `For ${names.join(', ')}: ${lowerFirst(remedy)}`).join(' ');
}

function remedyOf(called: string): string {
  const name = nameOf(called);
  return REMEDIES.find(([, ...each]) => each.some((pattern) => fits(name, pattern)))?.[0] ?? ELSE;
}

/** Without the details in parentheses at its end. */
function nameOf(called: string): string {
  return called.replace(/ \((?!DMN|CMMN)[^)]*\)$/, '');
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

function fits(name: string, pattern: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}
