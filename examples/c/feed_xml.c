/* RSS 2.0 and Atom through libxml2. Nothing is fetched, and documents with a DTD are refused, so that no entity
 * expands. */
#define _POSIX_C_SOURCE 200809L
#include "feed_entry.h"

#include <libxml/HTMLparser.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char ATOM[] = "http://www.w3.org/2005/Atom";

static bool is_named(const xmlNode *node, const char *name) {
  return node->type == XML_ELEMENT_NODE && strcmp((const char *)node->name, name) == 0;
}

static xmlNode *child_named(const xmlNode *parent, const char *name) {
  for (xmlNode *node = parent ? parent->children : NULL; node; node = node->next) {
    if (is_named(node, name)) return node;
  }
  return NULL;
}

/* ---- Text out of markup ---- */

/* Elements that end a word where they begin and end; others, such as <b>, may stand inside one. */
static bool breaks_words(const char *name) {
  static const char *const names[] = {"address", "article",    "blockquote", "br", "dd", "div", "dl",
                                      "dt",      "figcaption", "figure",     "h1", "h2", "h3",  "h4",
                                      "h5",      "h6",         "hr",         "li", "ol", "p",   "pre",
                                      "section", "table",      "td",         "th", "tr", "ul"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (strcmp(names[i], name) == 0) return true;
  }
  return false;
}

/* Appends the text below `node`, without recursion: markup may be nested to any depth. */
static void gather_text(xmlBuffer *buffer, const xmlNode *top) {
  const xmlNode *node = top;
  while (node) {
    bool skip = is_named(node, "script") || is_named(node, "style");
    bool breaks = node->type == XML_ELEMENT_NODE && breaks_words((const char *)node->name);
    if (node->type == XML_TEXT_NODE || node->type == XML_CDATA_SECTION_NODE) xmlBufferCat(buffer, node->content);
    if (breaks) xmlBufferCCat(buffer, " ");
    if (!skip && node->type == XML_ELEMENT_NODE && node->children) {
      node = node->children;
      continue;
    }
    while (node && node != top && !node->next) {
      node = node->parent;
      if (node && node->type == XML_ELEMENT_NODE && breaks_words((const char *)node->name)) xmlBufferCCat(buffer, " ");
    }
    node = node == top ? NULL : node->next;
  }
}

static char *plain_text(const xmlNode *element) {
  xmlBuffer *buffer = xmlBufferCreate();
  if (!buffer) return NULL;
  gather_text(buffer, element);
  char *text = feed_collapse((const char *)xmlBufferContent(buffer), (size_t)xmlBufferLength(buffer));
  xmlBufferFree(buffer);
  return text;
}

/* The text of an element whose content is escaped HTML. */
static char *html_text(const xmlNode *element) {
  char *markup = plain_text(element);
  if (!markup || !strpbrk(markup, "<&") || strlen(markup) > INT_MAX) return markup;
  int options = HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET;
  xmlDoc *document = htmlReadMemory(markup, (int)strlen(markup), NULL, "UTF-8", options);
  char *text = document && xmlDocGetRootElement(document) ? plain_text(xmlDocGetRootElement(document)) : NULL;
  xmlFreeDoc(document);
  free(markup);
  return text;
}

/* Atom names the format of a text: "text" (the default), "html" or "xhtml". */
static char *atom_text(const xmlNode *element) {
  if (!element) return NULL;
  xmlChar *type = xmlGetNoNsProp((xmlNode *)element, (const xmlChar *)"type");
  bool is_html = type && strcmp((const char *)type, "html") == 0;
  xmlFree(type);
  return is_html ? html_text(element) : plain_text(element);
}

/* ---- Times: both kinds are shown as "2026-03-14 09:30" ---- */

static char *iso_time(char *text) { /* 2026-03-14T09:30:00Z */
  int year, month, day, hour, minute;
  if (text && strlen(text) >= 16 && sscanf(text, "%4d-%2d-%2dT%2d:%2d", &year, &month, &day, &hour, &minute) == 5) {
    text[10] = ' ';
    text[16] = '\0';
  }
  return text;
}

static char *mail_time(char *text) { /* Sat, 14 Mar 2026 09:30:00 +0000 */
  static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
  char month[4] = "", shown[32];
  int day, year, hour, minute;
  const char *comma = text ? strchr(text, ',') : NULL;
  const char *start = comma ? comma + 1 : text;
  if (!text || sscanf(start, "%2d %3s %4d %2d:%2d", &day, month, &year, &hour, &minute) != 5) return text;
  const char *found = strlen(month) == 3 ? strstr(months, month) : NULL;
  if (!found || (found - months) % 3 != 0) return text;
  int length =
      snprintf(shown, sizeof shown, "%04d-%02d-%02d %02d:%02d", year, (int)(found - months) / 3 + 1, day, hour, minute);
  free(text);
  return feed_collapse(shown, (size_t)length);
}

/* ---- The two formats ---- */

static bool read_rss_item(feed *feed, const xmlNode *item) {
  feed_entry *entry = feed_add(feed);
  if (!entry) return false;
  const xmlNode *node;
  if ((node = child_named(item, "title"))) entry->title = plain_text(node);
  if ((node = child_named(item, "creator")) || (node = child_named(item, "author"))) entry->author = plain_text(node);
  if ((node = child_named(item, "pubDate"))) entry->time = mail_time(plain_text(node));
  if ((node = child_named(item, "description"))) entry->summary = html_text(node);
  if ((node = child_named(item, "category"))) entry->category = plain_text(node);
  return true;
}

static bool read_atom_entry(feed *feed, const xmlNode *item) {
  feed_entry *entry = feed_add(feed);
  if (!entry) return false;
  const xmlNode *node;
  entry->title = atom_text(child_named(item, "title"));
  entry->summary = atom_text((node = child_named(item, "summary")) ? node : child_named(item, "content"));
  if ((node = child_named(child_named(item, "author"), "name"))) entry->author = plain_text(node);
  if ((node = child_named(item, "published")) || (node = child_named(item, "updated")))
    entry->time = iso_time(plain_text(node));
  if ((node = child_named(item, "category"))) {
    xmlChar *term = xmlGetNoNsProp((xmlNode *)node, (const xmlChar *)"term");
    if (term) entry->category = feed_collapse((const char *)term, strlen((const char *)term));
    xmlFree(term);
  }
  return true;
}

static bool read_document(feed *feed, const char *path, xmlDoc *document) {
  const xmlNode *root = xmlDocGetRootElement(document);
  bool is_atom = is_named(root, "feed") && root->ns && strcmp((const char *)root->ns->href, ATOM) == 0;
  const xmlNode *parent = is_atom ? root : is_named(root, "rss") ? child_named(root, "channel") : NULL;
  if (!parent)
    return feed_fail(feed, "%s: neither RSS 2.0 nor Atom: the root element is <%s>", path, (const char *)root->name);

  for (const xmlNode *node = parent->children; node; node = node->next) {
    if (!is_named(node, is_atom ? "entry" : "item")) continue;
    if (!(is_atom ? read_atom_entry(feed, node) : read_rss_item(feed, node))) return false;
    feed_entry *entry = &feed->entries[feed->count - 1];
    if (!entry->title && !entry->summary) {
      return feed_fail(feed, "%s: entry %zu: neither title nor summary", path, feed->count);
    }
    if (!entry->title) { /* RSS allows it: use the summary */
      entry->title = entry->summary;
      entry->summary = NULL;
    }
  }
  return true;
}

/* Called at "<!DOCTYPE": the parser goes no further, so that no entity is ever declared. */
static void refuse_doctype(void *context, const xmlChar *name, const xmlChar *public_id, const xmlChar *system_id) {
  xmlParserCtxt *parser = context;
  (void)name, (void)public_id, (void)system_id;
  *(bool *)parser->_private = true;
  xmlStopParser(parser);
}

bool feed_parse_xml(feed *feed, const char *path, const char *bytes, size_t length) {
  if (length > INT_MAX) return feed_fail(feed, "%s: too large", path);
  xmlParserCtxt *parser = xmlNewParserCtxt();
  if (!parser) return feed_fail(feed, "out of memory");
  bool has_doctype = false;
  parser->_private = &has_doctype;
  parser->sax->internalSubset = refuse_doctype;
  /* No XML_PARSE_NOENT, XML_PARSE_DTDLOAD or XML_PARSE_HUGE: entities are not expanded and libxml2's limits apply. */
  int options = XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING;
  xmlDoc *document = xmlCtxtReadMemory(parser, bytes, (int)length, NULL, NULL, options);
  bool ok = false;
  if (has_doctype) {
    feed_fail(feed, "%s: documents with a DOCTYPE are not accepted", path);
  } else if (document) {
    ok = read_document(feed, path, document);
  } else {
    const xmlError *error = xmlCtxtGetLastError(parser);
    const char *detail = error && error->message ? error->message : "unknown error";
    size_t detail_length = strcspn(detail, "\n");
    feed_fail(feed, "%s:%d: malformed XML: %.*s", path, error ? error->line : 0, (int)detail_length, detail);
  }
  xmlFreeDoc(document);
  xmlFreeParserCtxt(parser);
  xmlCleanupParser();
  return ok;
}
