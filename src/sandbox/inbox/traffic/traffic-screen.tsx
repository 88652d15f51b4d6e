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
  const tabs = TRAFFIC_VIEWS.map((view) => ({
    name: view,
    text: texts.views[view],
    address: addressOf({ screen: 'traffic', account: place.account, view }),
  }));
  return (
    <div class="traffic">
      <h1 class="visually-hidden">{`${nav.traffic} · ${nameOf(place.account)}`}</h1>
      <Tabs label={texts.label} tabs={tabs} current={place.view} panelId="traffic-panel" />
      {/* Another view begins at its top, which the key is for. */}
      <div
        key={place.view}
        id="traffic-panel"
        class="traffic-panel"
        role="tabpanel"
        aria-labelledby={`tab-${place.view}`}
      >
        {place.view === 'calls' ? (
          <CallsView place={place} />
        ) : place.view === 'faults' ? (
          <FaultsView />
        ) : (
          <ClockView />
        )}
      </div>
    </div>
  );
}
