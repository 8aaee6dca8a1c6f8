import { Suspense, useEffect, useRef, useState, type ComponentType } from 'react';
import { Redirect, Route, Router, Switch, useLocation } from 'wouter';
import { ChatScreen } from '../chat/chat-screen';
import iconAddress from '../icon.svg';
import { useSession } from '../session/session';
import { useTexts } from '../texts';
import { IconButton } from '../ui/button';
import { Drawer } from '../ui/drawer';
import { aroundNav } from '../ui/leaving';
import { loadPart } from '../ui/load-part';
import { Loading } from '../ui/loading';
import { Page } from '../ui/page';
import { ScreenBoundary } from '../ui/screen-boundary';
import { MaintenanceBanner } from './maintenance-banner';
import { isOpenTo } from './screens';
import { useShortcuts } from './shortcuts';
import { Sidebar } from './sidebar';

/** Each screen is loaded when it is first opened. */
const SCREENS: Readonly<Record<string, ComponentType>> = {
  '/anonymize': loadPart(async () => (await import('../anonymize/anonymize-screen')).AnonymizeScreen),
  '/files': loadPart(async () => (await import('../files/files-screen')).FilesScreen),
  '/restore': loadPart(async () => (await import('../restore/restore-screen')).RestoreScreen),
  '/transcribe': loadPart(async () => (await import('../transcribe/transcribe-screen')).TranscribeScreen),
  '/keys': loadPart(async () => (await import('../keys/keys-screen')).KeysScreen),
  '/people': loadPart(async () => (await import('../people/people-screen')).PeopleScreen),
  '/groups': loadPart(async () => (await import('../groups/groups-screen')).GroupsScreen),
  '/privacy': loadPart(async () => (await import('../policy/policy-screen')).PolicyScreen),
  '/usage': loadPart(async () => (await import('../usage/usage-screen')).UsageScreen),
  '/report': loadPart(async () => (await import('../report/report-screen')).ReportScreen),
  '/jobs': loadPart(async () => (await import('../jobs/jobs-screen')).JobsScreen),
  '/audit': loadPart(async () => (await import('../audit/audit-screen')).AuditScreen),
  '/status': loadPart(async () => (await import('../status/status-screen')).StatusScreen),
};
const Assistants = loadPart(async () => (await import('../assistants/assistants-screen')).AssistantsScreen);
const Cases = loadPart(async () => (await import('../cases/cases-screen')).CasesScreen);
const Evaluations = loadPart(
  async () => (await import('../evaluations/evaluations-screen')).EvaluationsScreen,
);
const SharedChat = loadPart(
  async () => (await import('../chat/sharing/shared-chat-screen')).SharedChatScreen,
);
const ShortcutSheet = loadPart(async () => (await import('./shortcut-sheet')).ShortcutSheet);
const Account = loadPart(async () => (await import('../account/account-screen')).AccountScreen);

/** Everything that requires a login. */
export const Inside = () => (
  <Router aroundNav={aroundNav}>
    <Shell />
  </Router>
);

function Shell() {
  const t = useTexts();
  const { role, forEnrolment } = useSession();
  const [drawer, setDrawer] = useState(false);
  const [sheet, setSheet] = useState(false);
  const [location] = useLocation();
  const main = useFocusAfter(location);
  useShortcuts({ shortcuts: () => setSheet(true) });
  if (forEnrolment)
    return (
      <main>
        <ScreenBoundary>
          <Suspense fallback={<Loading />}>
            <Account />
          </Suspense>
        </ScreenBoundary>
      </main>
    );
  return (
    <div className="shell">
      <a className="button skip" href="#main">
        {t.shell.skip}
      </a>
      <header className="topbar">
        <IconButton icon="menu" label={t.shell.menu} onClick={() => setDrawer(true)} />
        <span className="brand">
          <img src={iconAddress} alt="" /> privacy-chat
        </span>
      </header>
      <Sidebar onShortcuts={() => setSheet(true)} />
      {drawer && (
        <Drawer label={t.shell.menu} onClose={() => setDrawer(false)}>
          <Sidebar onOpen={() => setDrawer(false)} onShortcuts={() => setSheet(true)} />
        </Drawer>
      )}
      {sheet && (
        <Suspense>
          <ShortcutSheet onClose={() => setSheet(false)} />
        </Suspense>
      )}
      <main ref={main} className="main" id="main" tabIndex={-1}>
        <MaintenanceBanner />
        <ScreenBoundary key={location.split('/')[1]} path={location}>
          <Suspense fallback={<Loading />}>
            <Switch>
              <Route path="/">
                <Redirect to="/chat" replace />
              </Route>
              <Route path="/chat/:id?">{({ id }) => <ChatScreen chatId={id} />}</Route>
              <Route path="/assistants/:id?">{({ id }) => <Assistants id={id} />}</Route>
              <Route path="/cases/:id?">{({ id }) => <Cases id={id} />}</Route>
              {isOpenTo(role, '/evaluations') && (
                <Route path="/evaluations/:id?/:textId?">
                  {({ id, textId }) => <Evaluations id={id} textId={textId} />}
                </Route>
              )}
              <Route path="/shared/:id">{({ id }) => <SharedChat id={id} />}</Route>
              <Route path="/account">
                <Account />
              </Route>
              {Object.entries(SCREENS)
                .filter(([path]) => isOpenTo(role, path))
                .map(([path, Screen]) => (
                  <Route key={path} path={path}>
                    <Screen />
                  </Route>
                ))}
              <Route>
                <Page title={t.shell.notFound} intro={t.shell.notFoundText}>
                  {null}
                </Page>
              </Route>
            </Switch>
          </Suspense>
        </ScreenBoundary>
      </main>
    </div>
  );
}

/** Returns a ref for the element that takes the focus if the focused one disappeared with the screen before. */
function useFocusAfter(location: string) {
  const target = useRef<HTMLElement>(null);
  const shown = useRef(location);
  useEffect(() => {
    if (shown.current !== location && document.activeElement === document.body) target.current?.focus();
    shown.current = location;
  }, [location]);
  return target;
}
