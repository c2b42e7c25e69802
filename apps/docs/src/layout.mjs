/** Writes the HTML of a page around its content. */
export function layout({ page, groups, base }) {
  const { name, title, html, sections } = page;
  const isStart = name === 'index';
  const headings = sections.filter(({ depth }) => depth === 2);
  return `<!doctype html>
<html lang="en" data-base="${base}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${isStart ? 'Millrace documentation' : `${escapeHtml(title)} - Millrace`}</title>
<link rel="stylesheet" href="${base}site.css">
${isStart ? '' : `<link rel="alternate" type="text/markdown" href="${base}${name}.md">`}
<script type="module" src="${base}search.js"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="home" href="${base}">Millrace documentation</a>
<form role="search">
<input id="search" type="search" placeholder="Search" aria-label="Search the documentation" aria-controls="results" autocomplete="off">
<ul id="results" hidden></ul>
<p id="search-status" role="status" class="visually-hidden"></p>
</form>
<a href="${base}../">Server</a>
</header>
<div class="columns">
<nav aria-label="Pages">${groups.map((group) => pageList(group, name, base)).join('')}</nav>
<main id="content" tabindex="-1">
${html}
${isStart ? '' : `<p class="source"><a href="${base}${name}.md">This page as Markdown</a></p>`}
</main>
${headings.length > 1 ? contents(headings) : ''}
</div>
</body>
</html>
`;
}

function pageList({ title, pages }, current, base) {
  const items = pages.map((page) => {
    const state = page.name === current ? ' aria-current="page"' : '';
    return `<li><a href="${base}${page.name}"${state}>${escapeHtml(page.title)}</a></li>`;
  });
  return `<h2>${title}</h2><ul>${items.join('')}</ul>`;
}

function contents(headings) {
  const items = headings.map(
    ({ id, title }) => `<li><a href="#${id}">${escapeHtml(title)}</a></li>`,
  );
  return `<aside aria-label="On this page"><h2>On this page</h2><ul>${items.join('')}</ul></aside>`;
}

function escapeHtml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
