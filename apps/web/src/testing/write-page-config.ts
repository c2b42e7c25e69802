import { type PageConfig, pageConfigId } from '@millrace/contract/api';
import { usualConfig } from '@millrace/contract/testing/mock-api';

// The app reads it when it is loaded, so this module is imported before the app.
const served: PageConfig = { ...usualConfig, session: true };
const script = document.createElement('script');
script.type = 'application/json';
script.id = pageConfigId;
script.textContent = JSON.stringify(served);
document.head.append(script);
