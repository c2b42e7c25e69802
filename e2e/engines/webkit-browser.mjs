// A browser on WebKitGTK for tests, in GNOME's JavaScript: a window for each tab, without a toolbar. WebKit's own
// MiniBrowser has a private session when it is automated, and private sessions write no console messages.
// Usage: gjs -m webkit-browser.mjs FOLDER WIDTH HEIGHT

import Gtk from 'gi://Gtk?version=3.0';
import WebKit from 'gi://WebKit2?version=4.1';
import system from 'system';

const [folder, width, height] = system.programArgs;
Gtk.init(null);
const website_data_manager = new WebKit.WebsiteDataManager({
  base_data_directory: folder,
  base_cache_directory: folder,
});
const web_context = new WebKit.WebContext({ website_data_manager });
const settings = new WebKit.Settings({ enable_write_console_messages_to_stdout: true });

function openWindow(related_view) {
  const view = new WebKit.WebView({
    // A related view is automated as the other one.
    ...(related_view ? { related_view } : { web_context, is_controlled_by_automation: true }),
    settings,
  });
  const window = new Gtk.Window({ default_width: Number(width), default_height: Number(height) });
  window.add(view);
  window.show_all();
  view.connect('create', () => openWindow(view));
  view.connect('close', () => window.destroy());
  return view;
}

web_context.set_automation_allowed(true);
web_context.connect('automation-started', (_context, session) => {
  session.connect('create-web-view', () => openWindow());
});
Gtk.main();
