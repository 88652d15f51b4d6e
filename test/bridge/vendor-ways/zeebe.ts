import { extensionElements, flows } from '../../support/bpmn-xml.ts';
import { drawCalled, drawFile, START, type Way } from './way.ts';

const way = (
  title: string,
  reads: string,
  content: string,
  { roots = '', ...rest }: Omit<Way, 'of' | 'title' | 'reads' | 'xml'> & { readonly roots?: string },
): Way => ({ ...{ title, of: 'zeebe', reads, ...rest }, xml: drawFile('zeebe', content, roots) });
const task = (id: string, assignee: string, more = '', inside = '') =>
  `<userTask id="${id}">${extensionElements(`<v:assignmentDefinition assignee="${assignee}"/>${more}`)}${inside}</userTask>`;
const signing = (marker: string, more = '') =>
  `<multiInstanceLoopCharacteristics>${extensionElements(`<v:loopCharacteristics ${marker}/>`)}${more}</multiInstanceLoopCharacteristics>`;

const PAID = `<message id="m" name="paid">${extensionElements('<v:subscription correlationKey="=order"/>')}</message>`;
const CATCH = (id: string) =>
  `<intermediateCatchEvent id="${id}"><messageEventDefinition messageRef="m"/></intermediateCatchEvent>`;
const LATE =
  '<intermediateCatchEvent id="late"><timerEventDefinition><timeDuration>PT2H</timeDuration></timerEventDefinition></intermediateCatchEvent>';

export const ZEEBE: readonly Way[] = [
  way(
    'people, a due date and a page',
    '<assignmentDefinition> <taskSchedule> <formDefinition>',
    `${START}${task('a', '=initiator', '<v:taskSchedule dueDate="=due"/><v:formDefinition externalReference="https://pages.example/a"/>')}
     <userTask id="b">${extensionElements('<v:assignmentDefinition candidateUsers="=[clerk]"/>')}</userTask>
     <userTask id="c">${extensionElements('<v:assignmentDefinition candidateGroups="directors"/>')}</userTask>${flows('s > a > b > c')}`,
    {
      variables: { due: 'P2D', clerk: 'bo' },
      happens: ['anna a', 'bo b', 'dara c'],
      told: [
        'start next a (anna in 48 h at https://pages.example/a)',
        'a next b (bo)',
        'b next c (group directors)',
        'c end',
      ],
    },
  ),
  way(
    'a service with headers, whose inputs see each other, and outputs the inputs',
    '<taskDefinition> <taskHeaders> <ioMapping>',
    `${START}<serviceTask id="a">${extensionElements(`<v:taskDefinition type="=&quot;pay-&quot; + kind"/><v:taskHeaders><v:header key="url" value="=x"/></v:taskHeaders>
       <v:ioMapping><v:input source="=kind" target="a.b"/><v:input source="=a.b + &quot;!&quot;" target="c"/>
       <v:output source="=who" target="order.by"/><v:output source="=c + order.by" target="seen"/></v:ioMapping>`)}</serviceTask>
     ${task('look', '=order.by')}${task('sign', '=seen')}${flows('s > a > look > sign')}`,
    {
      variables: { kind: 'card' },
      services: { 'pay-card': { who: 'bo' } },
      warned: ['service-name-computed'],
      happens: ['bo look', 'card!bo sign'],
      told: [
        'pay-card {"url":"=x","a":{"b":"card"},"c":"card!"}',
        ...['start next look (bo)', 'look next sign (card!bo)', 'sign end'],
      ],
    },
  ),
  way(
    'a decision and a script, each with its result',
    '<calledDecision> <script>',
    `${START}<businessRuleTask id="a">${extensionElements('<v:calledDecision decisionId="rating" resultVariable="rate"/>')}</businessRuleTask>
     <scriptTask id="b">${extensionElements('<v:script expression="=rate.who" resultVariable="clerk"/>')}</scriptTask>${task('look', '=clerk')}${flows('s > a > b > look')}`,
    {
      services: { dmn: { who: 'bo' } },
      warned: ['service-replaces-built-in'],
      happens: ['bo look'],
      told: ['dmn {"decisionId":"rating"}', 'start next look (bo)', 'look end'],
    },
  ),
  way(
    'signers by a collection, each at its place in the collection of what they gave',
    '<loopCharacteristics>',
    `${START}${task('sign', '=who', '', signing('inputCollection="=signers" inputElement="who" outputCollection="given" outputElement="=next"'))}
     ${task('look', '=given[1]')}${task('last', '=given[2]')}${flows('s > sign > look > last')}`,
    {
      variables: { signers: ['ann', 'bo'] },
      happens: [
        { press: 'bo sign', with: { next: 'bob' } },
        { press: 'ann sign', with: { next: 'amy' } },
        'amy look',
        'bob last',
      ],
      told: [
        'start next sign,sign (ann) (bo)',
        'sign none',
        'sign next look (amy)',
        'look next last (bob)',
        'last end',
      ],
    },
  ),
  way(
    'an instance of a multi-instance that is decided before it signs gives nothing, nor one that sets nothing',
    '<loopCharacteristics>',
    `${START}${task('sign', '=who', '', signing('inputCollection="=signers" inputElement="who" outputCollection="given" outputElement="=next"', '<completionCondition>=numberOfCompletedInstances = 2</completionCondition>'))}
     ${task('look', '=if given = [null, &quot;bob&quot;, null] then &quot;amy&quot; else &quot;chen&quot;')}${flows('s > sign > look')}`,
    {
      variables: { signers: ['ann', 'bo', 'cy'] },
      happens: [{ press: 'bo sign', with: { next: 'bob' } }, 'ann sign', 'amy look'],
      told: ['start next sign,sign,sign (ann) (bo) (cy)', 'sign none', 'sign next look (amy)', 'sign none', 'look end'],
    },
  ),
  way(
    'what services give, collected; of nobody an empty list',
    '<loopCharacteristics>',
    `${START}<serviceTask id="a">${extensionElements('<v:taskDefinition type="ask"/><v:ioMapping><v:input source="=item" target="item"/></v:ioMapping>')}
       ${signing('inputCollection="=items" inputElement="item" outputCollection="found" outputElement="=answer.who"')}</serviceTask>
     <serviceTask id="b">${extensionElements('<v:taskDefinition type="ask"/>')}${signing('inputCollection="=[]" outputCollection="none" outputElement="=answer"')}</serviceTask>
     ${task('look', '=if count(none) = 0 then found[2] else &quot;chen&quot;')}${flows('s > a > b > look')}`,
    {
      variables: { items: [1, 2] },
      services: { ask: { answer: { who: 'bo' } } },
      happens: ['bo look'],
      told: ['ask {"item":1}', 'ask {"item":2}', 'start next look (bo)', 'look end'],
    },
  ),
  way(
    'a message by the key of its subscription, and what waits first behind an event-based gateway',
    '<subscription>',
    `${START}${CATCH('wait')}<eventBasedGateway id="g"/>${CATCH('again')}${LATE}${task('look', 'bo')}${task('remind', 'chen')}
     ${flows('s > wait > g > again > look; g > late > remind')}`,
    {
      roots: PAID,
      variables: { order: 'o-1' },
      happens: [
        { message: { name: 'paid', correlationKey: 'o-2' }, isTaken: false },
        { message: { name: 'paid', correlationKey: 'o-1' } },
        '2 hours',
        { message: { name: 'paid', correlationKey: 'o-1' }, isTaken: false },
        'chen remind',
      ],
      told: ['start next remind (chen)', 'remind end'],
    },
  ),
  way(
    'a condition that listens to one variable and to updates alone',
    '<conditionalFilter>',
    `${START}<intermediateCatchEvent id="wait"><conditionalEventDefinition>${extensionElements('<v:conditionalFilter variableNames="stock" variableEvents="update"/>')}<condition>=stock + extra &gt; 10</condition></conditionalEventDefinition></intermediateCatchEvent>
     ${task('look', 'bo')}${flows('s > wait > look')}`,
    {
      variables: { stock: 1, extra: 0 },
      happens: [{ set: { extra: 20 } }, { set: { stock: 2 } }, 'bo look'],
      told: ['start next look (bo)', 'look end'],
    },
  ),
  way(
    'a mapping without a source, which gives null',
    '<ioMapping>',
    `${START}<serviceTask id="a">${extensionElements('<v:taskDefinition type="ask"/><v:ioMapping><v:input target="boss"/><v:output source="" target="answer"/></v:ioMapping>')}</serviceTask>
     ${task('look', '=if answer = null then &quot;bo&quot; else &quot;chen&quot;')}${flows('s > a > look')}`,
    {
      variables: { boss: 'ann', answer: 'old' },
      services: { ask: {} },
      happens: ['bo look'],
      told: ['ask {"boss":null}', 'start next look (bo)', 'look end'],
    },
  ),
  way(
    'a condition that listens to the variables it reads alone',
    '<conditionalFilter>',
    `${START}${task('look', 'bo')}<boundaryEvent id="low" attachedToRef="look" cancelActivity="false"><conditionalEventDefinition>${extensionElements('<v:conditionalFilter variableEvents="update"/>')}<condition>=stock.left &lt; 10</condition></conditionalEventDefinition></boundaryEvent>
     ${task('order', 'ann')}${flows('s > look; low > order')}`,
    {
      variables: { stock: { left: 20 }, extra: 0 },
      happens: [{ set: { stock: { left: 2 } } }, { set: { extra: 1 } }, 'ann order', 'bo look'],
      warned: ['opened-for-each-token'],
      told: ['start next look (bo)', 'start next order (ann)', 'order none', 'look end'],
    },
  ),
  way(
    'a call that passes what it names alone, both ways',
    '<calledElement>',
    `${START}<callActivity id="call">${extensionElements(`<v:calledElement processId="called" propagateAllParentVariables="false" propagateAllChildVariables="false"/>
       <v:ioMapping><v:input source="=boss" target="who"/><v:output source="=handler" target="signer"/></v:ioMapping>`)}</callActivity>
     ${task('look', '=signer')}${flows('s > call > look')}`,
    {
      roots: drawCalled(`<startEvent id="cs"/>${task('sign', '=who')}${flows('cs > sign')}`),
      variables: { boss: 'bo', who: 'chen' },
      happens: ['bo call.sign', 'bo look'],
      told: ['start next call.sign (bo)', 'call.sign next look (bo)', 'look end'],
    },
  ),
  way(
    'handlers in its list of properties',
    '<properties> <property>',
    `${START}<userTask id="look">${extensionElements('<v:properties><v:property name="ttc:handlers" value="bo"/></v:properties>')}</userTask>${flows('s > look')}`,
    { happens: ['bo look'], told: ['start next look (bo)', 'look end'] },
  ),
];
