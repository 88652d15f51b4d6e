import { ActivityError } from 'bpmn-elements';
import { type Content, type Message, messageOf } from './message.ts';
import type { Owner } from './owner.ts';
import type { Work } from './run.ts';

/** What an activity answers with. */
export interface Answers {
  tell(routingKey: string, content: Content, properties?: object): void;
  complete(output?: unknown): void;
  fail(error: unknown): void;
}

/** What an activity does: it answers at once, later (with `Work`), or waits for the api. */
export type Behaviour = (owner: Owner, content: Content, running: Answers) => Work | undefined;

export function behaviourOf({ type }: Owner): Behaviour {
  switch (type) {
    case 'bpmn:UserTask':
    case 'bpmn:ManualTask':
    case 'bpmn:IntermediateCatchEvent':
      return wait;
    case 'bpmn:StartEvent':
      return (owner, content, answers) => (content.form ? wait : pass)(owner, content, answers);
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

function pass(_: Owner, __: Content, { complete }: Answers): undefined {
  complete();
}

function wait(_: Owner, content: Content, { tell }: Answers): undefined {
  tell('activity.wait', { ...content, state: 'wait' });
}

/** The definition, or the host, runs the process that is called, and signals the call when it has ended. */
function call({ behaviour, environment }: Owner, content: Content, { tell, fail }: Answers): undefined {
  try {
    const calledElement: unknown = environment.resolveExpression(String(behaviour.calledElement));
    tell('activity.call', { ...content, state: 'wait', calledElement }, { type: 'call' });
  } catch (error) {
    if (error instanceof ActivityError) throw error;
    fail(activityError(error, messageOf(content)));
  }
}

interface Service {
  execute(message: Message, callback: (error: unknown, output?: unknown) => void): void;
  stop?(message?: Message): void;
  discard?(message?: Message): void;
}

function runService(owner: Owner, content: Content, { complete, fail }: Answers): Work | undefined {
  const { behaviour, environment, id } = owner;
  const message = { ...messageOf(content, 'execute.start') };
  const Service = behaviour.Service as (new (owner: Owner, message: Message) => Service) | undefined;
  if (!Service) {
    if (environment.settings.enableDummyService) complete();
    else fail(new ActivityError(`<${id}> service not defined`, message as never));
    return undefined;
  }
  const service = new Service(owner, message);
  try {
    service.execute(message, (error, output) => {
      if (error) fail(activityError(error, message));
      else complete(output);
    });
  } catch (error) {
    fail(error);
  }
  return {
    stop: () => service.stop?.(message),
    discard: () => (service.discard ? service.discard(message) : service.stop?.(message)),
  };
}

function runScript(owner: Owner, content: Content, { complete, fail }: Answers): Work | undefined {
  const { behaviour, environment, id } = owner;
  const message = messageOf(content, 'execute.start');
  const scriptFormat = String(behaviour.scriptFormat);
  environment.registerScript(owner);
  const script = environment.getScript(scriptFormat, owner as never);
  if (!script) {
    fail(
      new ActivityError(
        `Script format ${scriptFormat} is unsupported or was not registered for <${id}>`,
        message as never,
      ),
    );
    return undefined;
  }
  try {
    script.execute(executionScope(owner, message) as never, (error: unknown, output: unknown) => {
      if (error) fail(activityError(error, message));
      else complete(output);
    });
  } catch (error) {
    fail(error);
  }
  return {};
}

function activityError(error: unknown, message: Message): unknown {
  return new ActivityError((error as Error).message, message as never, error as Error);
}

/** What a script or service sees (bpmn-elements, "Execution scope"). */
function executionScope({ id, type, environment, logger }: Owner, { fields, content, properties }: Message): object {
  const scope = {
    id,
    type,
    fields,
    content,
    properties,
    environment,
    logger,
    ActivityError,
    BpmnError,
    resolveExpression,
  };
  return scope;

  function resolveExpression(expression: string): unknown {
    return environment.resolveExpression(expression, scope as never);
  }
}

class BpmnError extends Error {
  readonly type = 'BpmnError';
  readonly code: string | undefined;

  constructor(description: string, behaviour: { name?: string; errorCode?: unknown; code?: string } = {}) {
    super(description);
    this.name = behaviour.name ?? 'BpmnError';
    this.code = behaviour.errorCode === undefined ? behaviour.code : String(behaviour.errorCode);
  }
}
