/* libcurl, found when it is first needed, so that programs that load nothing from the network do not depend on it. The
 * numbers are those of curl/curl.h and curl/multi.h, which never change (libcurl's ABI policy). */
#ifndef LAMINA_CURL_SHIM_H
#define LAMINA_CURL_SHIM_H

#include <arpa/inet.h>
#include <dlfcn.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

typedef struct lamina_curl_easy lamina_curl_easy;
typedef struct lamina_curl_multi lamina_curl_multi;
typedef struct lamina_curl_list { char *data; struct lamina_curl_list *next; } lamina_curl_list;

/* struct CURLMsg */
typedef struct lamina_curl_message {
    int kind; /* 1: done */
    lamina_curl_easy *easy;
    union { void *whatever; int result; } data;
} lamina_curl_message;

typedef struct lamina_curl {
    int (*global_init)(long flags);
    lamina_curl_easy *(*easy_init)(void);
    void (*easy_cleanup)(lamina_curl_easy *easy);
    int (*easy_setopt)(lamina_curl_easy *easy, int option, ...);
    int (*easy_getinfo)(lamina_curl_easy *easy, int info, ...);
    const char *(*easy_strerror)(int result);
    lamina_curl_list *(*slist_append)(lamina_curl_list *list, const char *line);
    void (*slist_free_all)(lamina_curl_list *list);
    lamina_curl_multi *(*multi_init)(void);
    int (*multi_cleanup)(lamina_curl_multi *multi);
    int (*multi_setopt)(lamina_curl_multi *multi, int option, ...);
    int (*multi_add_handle)(lamina_curl_multi *multi, lamina_curl_easy *easy);
    int (*multi_remove_handle)(lamina_curl_multi *multi, lamina_curl_easy *easy);
    int (*multi_perform)(lamina_curl_multi *multi, int *running);
    int (*multi_poll)(lamina_curl_multi *multi, void *extra, unsigned int count, int timeout_ms, int *ready);
    int (*multi_wakeup)(lamina_curl_multi *multi);
    lamina_curl_message *(*multi_info_read)(lamina_curl_multi *multi, int *left);
} lamina_curl;

/* Loads libcurl; false when it is not there or too old (multi_poll and multi_wakeup came with 7.68). */
static inline bool lamina_curl_open(lamina_curl *curl, const char *library) {
    void *found = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (!found) return false;
    static const char *const names[] = {
        "curl_global_init", "curl_easy_init", "curl_easy_cleanup", "curl_easy_setopt", "curl_easy_getinfo",
        "curl_easy_strerror", "curl_slist_append", "curl_slist_free_all", "curl_multi_init", "curl_multi_cleanup",
        "curl_multi_setopt", "curl_multi_add_handle", "curl_multi_remove_handle", "curl_multi_perform",
        "curl_multi_poll", "curl_multi_wakeup", "curl_multi_info_read",
    };
    _Static_assert(sizeof names / sizeof *names * sizeof(void *) == sizeof(lamina_curl), "a name for each function");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        void *function = dlsym(found, names[i]);
        if (!function) return false;
        memcpy((char *)curl + i * sizeof function, &function, sizeof function);
    }
    return curl->global_init(3 /* CURL_GLOBAL_ALL */) == 0;
}

enum {
    LAMINA_CURL_TIMEOUT_MS = 155,
    LAMINA_CURL_CONNECTTIMEOUT_MS = 156,
    LAMINA_CURL_LOW_SPEED_LIMIT = 19,
    LAMINA_CURL_LOW_SPEED_TIME = 20,
    LAMINA_CURL_NOSIGNAL = 99,
    LAMINA_CURL_FOLLOWLOCATION = 52,
    LAMINA_CURL_PROTOCOLS = 181,
    LAMINA_CURL_HTTP_VERSION = 84,
    LAMINA_CURL_PIPEWAIT = 237,
    LAMINA_CURL_URL = 10002,
    LAMINA_CURL_HTTPHEADER = 10023,
    LAMINA_CURL_USERAGENT = 10018,
    LAMINA_CURL_CAINFO = 10065,
    LAMINA_CURL_CAPATH = 10097,
    LAMINA_CURLM_PIPELINING = 3,
    LAMINA_CURLM_MAX_HOST_CONNECTIONS = 7,
};

static inline int lamina_curl_set_long(const lamina_curl *curl, lamina_curl_easy *easy, int option, long value) {
    return curl->easy_setopt(easy, option, value);
}

static inline int lamina_curl_set_string(
    const lamina_curl *curl, lamina_curl_easy *easy, int option, const char *value) {
    return curl->easy_setopt(easy, option, value);
}

static inline int lamina_curl_set_list(const lamina_curl *curl, lamina_curl_easy *easy, lamina_curl_list *list) {
    return curl->easy_setopt(easy, LAMINA_CURL_HTTPHEADER, list);
}

static inline int lamina_curl_multi_set_long(const lamina_curl *curl, lamina_curl_multi *multi, int option, long value) {
    return curl->multi_setopt(multi, option, value);
}

/* struct curl_sockaddr */
typedef struct lamina_curl_address {
    int family, type, protocol;
    unsigned int length;
    struct sockaddr address;
} lamina_curl_address;

typedef size_t (*lamina_curl_bytes_fn)(char *bytes, size_t size, size_t count, void *data);
typedef int (*lamina_curl_socket_fn)(void *data, int purpose, lamina_curl_address *address);

/* Where header lines, content and new connections of a transfer go. */
static inline void lamina_curl_set_callbacks(
    const lamina_curl *curl, lamina_curl_easy *easy, lamina_curl_bytes_fn header, lamina_curl_bytes_fn body,
    lamina_curl_socket_fn connect, void *data) {
    curl->easy_setopt(easy, 20079 /* HEADERFUNCTION */, header);
    curl->easy_setopt(easy, 10029 /* HEADERDATA */, data);
    curl->easy_setopt(easy, 20011 /* WRITEFUNCTION */, body);
    curl->easy_setopt(easy, 10001 /* WRITEDATA */, data);
    curl->easy_setopt(easy, 20163 /* OPENSOCKETFUNCTION */, connect);
    curl->easy_setopt(easy, 10164 /* OPENSOCKETDATA */, data);
    curl->easy_setopt(easy, 10103 /* PRIVATE */, data);
}

static inline void *lamina_curl_get_data(const lamina_curl *curl, lamina_curl_easy *easy) {
    void *data = NULL;
    curl->easy_getinfo(easy, 0x100000 + 21 /* CURLINFO_PRIVATE */, &data);
    return data;
}

static inline int lamina_curl_make_socket(const lamina_curl_address *address) {
    return socket(address->family, address->type | SOCK_CLOEXEC, address->protocol);
}

/* The address as 16 bytes, one of IPv4 as it is mapped into IPv6; false for another family. */
static inline bool lamina_curl_get_address(const lamina_curl_address *address, uint8_t out[16]) {
    if (address->family == AF_INET && address->length >= sizeof(struct sockaddr_in)) {
        struct sockaddr_in found;
        memcpy(&found, &address->address, sizeof found);
        memset(out, 0, 10);
        memset(out + 10, 0xFF, 2);
        memcpy(out + 12, &found.sin_addr, 4);
        return true;
    }
    if (address->family == AF_INET6 && address->length >= sizeof(struct sockaddr_in6)) {
        struct sockaddr_in6 found;
        memcpy(&found, &address->address, sizeof found);
        memcpy(out, &found.sin6_addr, 16);
        return true;
    }
    return false;
}

#endif
