import { extensionElements, flows } from '../../support/bpmn-xml.ts';
import { drawFile, START, type Way } from './way.ts';

type Told = Omit<Way, 'of' | 'title' | 'reads' | 'xml'>;

const way = (title: string, reads: string, content: string, rest: Told): Way => ({
  ...{ title, of: 'flowable', reads, ...rest },
  xml: drawFile('flowable', content),
});
const task = (id: string, assignee: string) => `<userTask id="${id}" v:assignee="${assignee}"/>`;

/** What Activiti does not have. */
export const FLOWABLE_ALONE: readonly Way[] = [
  way(
    'an external worker by its topic',
    'type topic',
    `${START}<serviceTask id="a" v:type="external-worker" v:topic="orders-\${clerk}"/>${task('look', 'bo')}${flows('s > a > look')}`,
    {
      variables: { clerk: 'bo' },
      services: { 'orders-bo': {} },
      warned: ['service-name-computed'],
      happens: ['bo look'],
      told: ['orders-bo {}', 'start next look (bo)', 'look end'],
    },
  ),
  way(
    'a case, as a service of the host',
    'caseDefinitionKey caseInstanceName businessKey',
    `${START}<serviceTask id="a" v:type="case" v:caseDefinitionKey="damage" v:caseInstanceName="No \${n}" v:businessKey="k-\${n}"/>${task('look', 'bo')}${flows('s > a > look')}`,
    {
      variables: { n: 4 },
      services: { case: {} },
      warned: ['service-replaces-built-in'],
      happens: ['bo look'],
      told: [
        'case {"caseDefinitionKey":"damage","caseInstanceName":"No 4","businessKey":"k-4"}',
        'start next look (bo)',
        'look end',
      ],
    },
  ),
  way(
    'an event that is sent, as a service of the host',
    '<eventType> <channelKey> <triggerEventType> <triggerChannelKey> <eventInParameter>',
    `${START}<serviceTask id="a" v:type="send-event">${extensionElements('<v:eventType>paid</v:eventType><v:channelKey>out</v:channelKey><v:triggerEventType>seen</v:triggerEventType><v:triggerChannelKey>in</v:triggerChannelKey><v:eventInParameter source="order" target="id"/>')}</serviceTask>
     ${task('look', 'bo')}${flows('s > a > look')}`,
    {
      variables: { order: 7 },
      services: { 'send-event': {} },
      warned: ['service-replaces-built-in'],
      happens: ['bo look'],
      told: [
        'send-event {"eventType":"paid","channelKey":"out","triggerEventType":"seen","triggerChannelKey":"in","id":7}',
        ...['start next look (bo)', 'look end'],
      ],
    },
  ),
  way(
    'an event for the change of a variable',
    '<variableListenerEventDefinition>',
    `${START}<intermediateCatchEvent id="wait">${extensionElements('<v:variableListenerEventDefinition variableName="stock" variableChangeType="update"/>')}</intermediateCatchEvent>
     ${task('look', 'bo')}${flows('s > wait > look')}`,
    {
      variables: { stock: 1, extra: 0 },
      happens: [{ set: { extra: 20 } }, { set: { stock: 2 } }, 'bo look'],
      told: ['start next look (bo)', 'look end'],
    },
  ),
  way(
    'a start at eight on the first of January, by a cron pattern',
    '',
    `<startEvent id="start"><timerEventDefinition><timeCycle>0 0 8 1 1 ?</timeCycle></timerEventDefinition></startEvent>${task('look', 'bo')}${flows('start > look')}`,
    { starts: 0, happens: ['1 hour', 'bo look'], told: ['start next look (bo)', 'look end'] },
  ),
];
