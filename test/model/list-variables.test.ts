import { describe, expect, test } from 'vitest';
import {
  type BpmnNode,
  boundary,
  catchEvent,
  end,
  error,
  exclusive,
  inclusive,
  node,
  type ProcessFileOptions,
  parallel,
  plainTask,
  processFile,
  root,
  scriptTask,
  serviceTask,
  start,
  subProcess,
  timer,
  userTask,
} from '../support/bpmn-xml.ts';
import { readXml } from '../support/inner/model.ts';

async function variablesOf(nodes: readonly BpmnNode[], paths: string, options: ProcessFileOptions = {}) {
  const services = new Set(nodes.map(({ id }) => id));
  const read = await readXml(processFile(nodes, paths, options), {
    services,
    scripts: true,
    functions: new Set(['bean.check']),
  });
  expect(read.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  return read.variables;
}

const WAY = 'start > one > end';
const oneTask = (task: BpmnNode, options?: ProcessFileOptions) => variablesOf([start(), task, end()], WAY, options);

describe('what a diagram reads, sets and needs', () => {
  test('nothing, where it names nothing', async () => {
    expect(await oneTask(userTask('one'))).toEqual({ reads: [], sets: [], needed: [] });
  });

  test('a condition needs what it reads, but for what it asks; names in a filter may be members', async () => {
    const one = userTask('one', { attributes: { 'ttc:taskName': '=string(count(items[price > floor]))' } });
    const nodes = [start(), plainTask('note'), exclusive('size'), one, end()];
    const ways = `start > note > size >[\${amount > limit && (rush == null || rush)}] one > end;
      size >[=is defined(kind) and total > 3] one; size >* end`;
    expect(await variablesOf(nodes, ways)).toEqual({
      reads: ['amount', 'items', 'kind', 'limit', 'rush', 'total'],
      sets: [],
      needed: ['amount', 'items', 'limit', 'total'],
    });
  });

  test('what a press sets is not needed, and what is always there is neither', async () => {
    const nodes = [start(), userTask('one', { assignee: '${initiator}' }), exclusive('size'), end()];
    const ways = "start > one > size >[${decision == 'yes'}] end; size >* one";
    expect(await variablesOf(nodes, ways)).toEqual({ reads: ['decision'], sets: ['decision'], needed: [] });
    expect(
      await oneTask(
        userTask('one', { assignee: 'ann', attributes: { 'ttc:taskName': '{businessKey}: ${outcome} {taskId}' } }),
      ),
    ).toEqual({ reads: [], sets: [], needed: [] });
  });

  test('handlers, texts, due dates, timers and collections are read', async () => {
    const sign = userTask('one', {
      assignee: '${who}',
      attributes: { 'ttc:taskName': 'Order ${order.no}', 'camunda:dueDate': '${due}' },
      multiInstance: {
        collection: '${signers}',
        elementVariable: 'who',
        condition: '${nrOfCompletedInstances >= least}',
      },
    });
    const nodes = [start(), sign, catchEvent('wait', timer('${pause}')), end()];
    expect(await variablesOf(nodes, 'start > one > wait > end')).toEqual({
      reads: ['due', 'least', 'order', 'pause', 'signers', 'who'],
      sets: ['who'],
      needed: ['due', 'least', 'order', 'pause', 'signers'],
    });
  });

  test('results, output mappings and codes that are caught are set', async () => {
    const mapped = `<camunda:inputOutput><camunda:inputParameter name="sum">\${amount}</camunda:inputParameter>
      <camunda:outputParameter name="answer">\${result.text}</camunda:outputParameter></camunda:inputOutput>`;
    const nodes = [
      start(),
      serviceTask('look', { extensions: mapped }),
      scriptTask('count', 'x', { attributes: { 'camunda:resultVariable': 'rest' } }),
      subProcess('part', [start('in'), userTask('one', { assignee: '${answer}' }), end('out')], 'in > one > out'),
      boundary('failed', 'part', error('bad').replace('/>', ' camunda:errorCodeVariable="code"/>')),
      userTask('care', { assignee: '${rest}', attributes: { 'ttc:taskName': '${code}' } }),
      end(),
    ];
    const options = { roots: root('error', 'bad', { errorCode: 'bad' }) };
    expect(await variablesOf(nodes, 'start > look > count > part > end; failed > care > end', options)).toEqual({
      reads: ['amount', 'answer', 'code', 'rest', 'result'],
      sets: ['answer', 'code', 'rest'],
      needed: ['amount'],
    });
  });

  test('the element of a multi-instance is set in it alone', async () => {
    const each = { collection: '${users}', elementVariable: 'user' };
    const nodes = [
      start(),
      userTask('one', { assignee: '${user}' }),
      userTask('all', { assignee: '${user}', multiInstance: each }),
      end(),
    ];
    expect((await variablesOf(nodes, 'start > one > all > end')).needed).toEqual(['user', 'users']);
    expect((await variablesOf(nodes, 'start > all > one > end')).needed).toEqual(['user', 'users']);
    const inside = subProcess(
      'part',
      [start('in'), userTask('one', { assignee: '${user}' }), end('out')],
      'in > one > out',
      {
        multiInstance: each,
      },
    );
    expect((await variablesOf([start(), inside, end()], 'start > part > end')).needed).toEqual(['users']);
  });

  describe('what the diagram sets is needed where a path comes without it', () => {
    const sets = (id: string) => scriptTask(id, 'x', { attributes: { 'camunda:resultVariable': 'who' } });
    const reads = userTask('read', { assignee: '${who}' });
    const part = (paths: string) =>
      subProcess(
        'part',
        [start('in'), sets('set'), exclusive('x'), end('out'), end('bad', { content: error('e') })],
        paths,
      );

    test.each([
      ['before it is set', [sets('set'), reads], 'start > read > set > end', ['who']],
      ['behind it', [sets('set'), reads], 'start > set > read > end', []],
      [
        'behind one branch of two',
        [exclusive('x'), sets('set'), reads],
        'start > x >[${on}] set > read > end; x >* read',
        ['on', 'who'],
      ],
      [
        'in a loop that begins with it',
        [sets('set'), reads, exclusive('x')],
        'start > set > read > x; x >"Again" read; x >"Done" end',
        [],
      ],
      [
        'behind both of a fork',
        [parallel('f'), sets('set'), plainTask('n'), parallel('j'), reads],
        'start > f > set > j > read > end; f > n > j',
        [],
      ],
      [
        'beside it in a fork',
        [parallel('f'), sets('set'), reads, end('over')],
        'start > f > set > over; f > read > end',
        ['who'],
      ],
      [
        'behind a sub-process that sets it, or throws',
        [part('in > set > x >[${on}] out; x >* bad'), reads],
        'start > part > read > end',
        ['on'],
      ],
      [
        'after an event that interrupts what sets it',
        [sets('set'), boundary('late', 'set', timer('PT1H')), reads],
        'start > set > end; late > read > end',
        ['who'],
      ],
    ] as const)('%s', async (_, nodes, paths, needed) => {
      const options = { roots: root('error', 'e', { errorCode: 'e' }) };
      expect((await variablesOf([start(), ...nodes, end()], paths, options)).needed).toEqual(needed);
    });
  });

  test('what a multi-instance collects is set, and comes from its instances', async () => {
    const loop =
      '<zeebe:loopCharacteristics inputCollection="=people" inputElement="person" outputCollection="answers" outputElement="=answer" />';
    const ask = serviceTask('ask', { multiInstance: { content: `<extensionElements>${loop}</extensionElements>` } });
    const nodes = [start(), ask, userTask('one', { assignee: '=answers[1]' }), end()];
    expect(await variablesOf(nodes, 'start > ask > one > end')).toEqual({
      reads: ['answer', 'answers', 'people'],
      sets: ['answers', 'person'],
      needed: ['people'],
    });
  });

  test('form fields, inputs of a task and the name of the initiator', async () => {
    const field = '<camunda:formData><camunda:formField id="rating" type="long"/></camunda:formData>';
    const inputs =
      '<camunda:inputOutput><camunda:inputParameter name="boss">${head}</camunda:inputParameter></camunda:inputOutput>';
    const begin = start('start', {
      attributes: { 'camunda:initiator': 'author' },
      extensions:
        '<camunda:formData><camunda:formField id="days" type="long" defaultValue="3"/><camunda:formField id="from" type="date"/></camunda:formData>',
    });
    const nodes = [
      begin,
      userTask('one', { assignee: '${boss}', users: '${author}', extensions: field + inputs }),
      inclusive('size'),
      userTask('two', { assignee: 'bo' }),
      end(),
    ];
    expect(
      await variablesOf(nodes, 'start > one > size >[${rating > days}] two > end; size >[${from < to}] end'),
    ).toEqual({
      reads: ['author', 'days', 'from', 'head', 'rating', 'to'],
      sets: ['author', 'days', 'rating'],
      needed: ['from', 'head', 'to'],
    });
  });

  test('a bean of the host is no variable', async () => {
    const nodes = [start(), plainTask('note'), exclusive('size'), userTask('one'), end()];
    const ways = 'start > note > size >[${bean.check(amount, execution)}] one > end; size >* end';
    expect(await variablesOf(nodes, ways)).toEqual({ reads: ['amount'], sets: [], needed: ['amount'] });
  });

  test('a conditional event waits for what it reads, and needs it', async () => {
    const when = '<conditionalEventDefinition><condition>${paid}</condition></conditionalEventDefinition>';
    expect(await oneTask(node('intermediateCatchEvent', 'one', { content: when }))).toEqual({
      reads: ['paid'],
      sets: [],
      needed: ['paid'],
    });
  });
});
