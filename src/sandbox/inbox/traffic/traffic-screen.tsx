import { useCenter } from '../control/center.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { addressOf, TRAFFIC_VIEWS, type TrafficPlace } from '../routes.ts';
import { useTexts } from '../settings/language.tsx';
import { CallsView } from './calls-view.tsx';
import { ClockView } from './clock-view.tsx';
import { FaultsView } from './faults-view.tsx';

/** The calls between the center and the business systems, the faults and the clock. */
export function TrafficScreen({ place }: { readonly place: TrafficPlace }) {
  const { traffic: texts, nav } = useTexts();
  const { nameOf } = useCenter();
  const { account, view: current } = place;
  const tabs = TRAFFIC_VIEWS.map((view) => {
    return { name: view, text: texts.views[view], address: addressOf({ screen: 'traffic', account, view }) };
  });
  return (
    <div class="traffic">
      <h1 class="visually-hidden">{`${nav.traffic} · ${nameOf(account)}`}</h1>
      <Tabs label={texts.label} tabs={tabs} current={current} />
      {/* Another view begins at its top, which the key is for. */}
      <div key={current} class="traffic-panel">
        {current === 'calls' ? <CallsView place={place} /> : current === 'faults' ? <FaultsView /> : <ClockView />}
      </div>
    </div>
  );
}
