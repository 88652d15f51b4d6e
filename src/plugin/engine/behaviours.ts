import { ActivityError, type Environment } from 'bpmn-elements';
import { type Content, type Message, messageOf } from './message.ts';
import type { Work } from './run.ts';
import type { Element } from './scope-view.ts';

/** What an activity answers with. */
export interface Answers {
  tell(routingKey: string, content: Content, properties?: object): void;
  complete(output?: unknown): void;
  fail(error: unknown): void;
}

/** The activity; its element is made when it is asked for. */
export interface Subject {
  readonly behaviour: Readonly<Record<string, unknown>>;
  readonly environment: Environment;
  element(): Element;
}

/** What an activity does: it answers at once, later (with `Work`), or waits for the api. */
export type Behaviour = (subject: Subject, content: Content, answers: Answers) => Work | undefined;

export function behaviourOf(type: string): Behaviour {
  switch (type) {
    case 'bpmn:UserTask':
    case 'bpmn:ManualTask':
    case 'bpmn:IntermediateCatchEvent':
      return wait;
    case 'bpmn:StartEvent':
      return (subject, content, answers) => (content.form ? wait : pass)(subject, content, answers);
    case 'bpmn:ServiceTask':
    case 'bpmn:SendTask':
    case 'bpmn:BusinessRuleTask':
      return runService;
    case 'bpmn:ScriptTask':
      return runScript;
    case 'bpmn:CallActivity':
      return call;
    default:
      return pass;
  }
}

function pass(_: Subject, __: Content, { complete }: Answers): undefined {
  complete();
}

function wait(_: Subject, content: Content, { tell }: Answers): undefined {
  tell('activity.wait', { ...content, state: 'wait' });
}

/** The definition, or the host, runs the process that is called, and signals the call when it has ended. */
function call({ behaviour, environment }: Subject, content: Content, { tell, fail }: Answers): undefined {
  try {
    const calledElement: unknown = environment.resolveExpression(String(behaviour.calledElement));
    tell('activity.call', { ...content, state: 'wait', calledElement }, { type: 'call' });
  } catch (error) {
    if (error instanceof ActivityError) throw error;
    fail(fault((error as Error).message, messageOf(content), error));
  }
}

interface Service {
  execute(message: Message, callback: (error: unknown, output?: unknown) => void): void;
  stop?(message?: Message): void;
  discard?(message?: Message): void;
}

function runService(
  { element, environment }: Subject,
  content: Content,
  { complete, fail }: Answers,
): Work | undefined {
  const owner = element();
  const message = messageOf(content, 'execute.start');
  const Service = owner.behaviour.Service as (new (owner: Element, message: Message) => Service) | undefined;
  if (!Service) {
    if (environment.settings.enableDummyService) complete();
    else fail(fault(`<${owner.id}> service not defined`, message));
    return undefined;
  }
  const service = new Service(owner, message);
  attempt(message, fail, (answer) => service.execute(message, answer), complete);
  return {
    stop: () => service.stop?.(message),
    discard: () => (service.discard ? service.discard(message) : service.stop?.(message)),
  };
}

function runScript({ element, environment, behaviour }: Subject, content: Content, { complete, fail }: Answers): Work {
  const owner = element();
  const message = messageOf(content, 'execute.start');
  const { scriptFormat } = behaviour as { readonly scriptFormat: string };
  environment.registerScript(owner);
  const script = environment.getScript(scriptFormat, owner as never);
  const missing = `Script format ${scriptFormat} is unsupported or was not registered for <${owner.id}>`;
  if (script)
    attempt(message, fail, (answer) => script.execute(executionScope(owner, message) as never, answer), complete);
  else fail(fault(missing, message));
  return {};
}

type Answer = (error: unknown, output?: unknown) => void;

function attempt(
  message: Message,
  fail: (error: unknown) => void,
  ask: (answer: Answer) => void,
  complete: (output: unknown) => void,
): void {
  try {
    ask((error, output) => {
      if (error) fail(fault((error as Error).message, message, error));
      else complete(output);
    });
  } catch (error) {
    fail(error);
  }
}

function fault(description: string, message: Message, inner?: unknown): unknown {
  return new ActivityError(description, message as never, inner as Error);
}

/** What a script sees (bpmn-elements, "Execution scope"). */
function executionScope({ id, type, environment, logger }: Element, { fields, content, properties }: Message): object {
  const errors = { ActivityError, BpmnError };
  const scope = { ...{ id, type, fields, content, properties, environment, logger }, ...errors, resolveExpression };
  return scope;

  function resolveExpression(expression: string): unknown {
    return environment.resolveExpression(expression, scope as never);
  }
}

class BpmnError extends Error {
  readonly type = 'BpmnError';
  readonly code: string | undefined;

  constructor(description: string, { name = 'BpmnError', errorCode }: { name?: string; errorCode?: unknown } = {}) {
    super(description);
    this.name = name;
    this.code = errorCode === undefined ? undefined : String(errorCode);
  }
}
