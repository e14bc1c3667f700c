/* SQLite, found when it is first needed. The numbers are those of sqlite3.h, which never change. */
#ifndef LAMINA_SQLITE_SHIM_H
#define LAMINA_SQLITE_SHIM_H

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct lamina_sqlite_database lamina_sqlite_database;
typedef struct lamina_sqlite_statement lamina_sqlite_statement;

typedef struct lamina_sqlite {
    int (*open_v2)(const char *path, lamina_sqlite_database **out_database, int flags, const char *vfs);
    int (*close_v2)(lamina_sqlite_database *database);
    int (*exec)(lamina_sqlite_database *database, const char *sql, void *row, void *data, char **out_message);
    int (*prepare_v2)(lamina_sqlite_database *database, const char *sql, int length,
                      lamina_sqlite_statement **out_statement, const char **out_rest);
    int (*finalize)(lamina_sqlite_statement *statement);
    int (*reset)(lamina_sqlite_statement *statement);
    int (*step)(lamina_sqlite_statement *statement);
    int (*bind_int64)(lamina_sqlite_statement *statement, int place, int64_t value);
    int (*bind_null)(lamina_sqlite_statement *statement, int place);
    int (*bind_text)(lamina_sqlite_statement *statement, int place, const char *text, int length, void *destroy);
    int (*bind_blob)(lamina_sqlite_statement *statement, int place, const void *bytes, int length, void *destroy);
    int64_t (*column_int64)(lamina_sqlite_statement *statement, int column);
    int (*column_type)(lamina_sqlite_statement *statement, int column);
    const void *(*column_blob)(lamina_sqlite_statement *statement, int column);
    const unsigned char *(*column_text)(lamina_sqlite_statement *statement, int column);
    int (*column_bytes)(lamina_sqlite_statement *statement, int column);
    int64_t (*last_insert_rowid)(lamina_sqlite_database *database);
    int (*busy_timeout)(lamina_sqlite_database *database, int milliseconds);
    const char *(*errmsg)(lamina_sqlite_database *database);
} lamina_sqlite;

/* Loads SQLite; false when it is not there. */
static inline bool lamina_sqlite_open(lamina_sqlite *sqlite, const char *library) {
    void *found = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (!found) return false;
    static const char *const names[] = {
        "sqlite3_open_v2", "sqlite3_close_v2", "sqlite3_exec", "sqlite3_prepare_v2", "sqlite3_finalize",
        "sqlite3_reset", "sqlite3_step", "sqlite3_bind_int64", "sqlite3_bind_null", "sqlite3_bind_text",
        "sqlite3_bind_blob", "sqlite3_column_int64", "sqlite3_column_type", "sqlite3_column_blob",
        "sqlite3_column_text", "sqlite3_column_bytes", "sqlite3_last_insert_rowid", "sqlite3_busy_timeout",
        "sqlite3_errmsg",
    };
    _Static_assert(sizeof names / sizeof *names * sizeof(void *) == sizeof(lamina_sqlite), "a name for each function");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        void *function = dlsym(found, names[i]);
        if (!function) return false;
        memcpy((char *)sqlite + i * sizeof function, &function, sizeof function);
    }
    return true;
}

enum {
    LAMINA_SQLITE_ROW = 100,
    LAMINA_SQLITE_DONE = 101,
    LAMINA_SQLITE_CORRUPT = 11,
    LAMINA_SQLITE_NOT_A_DATABASE = 26,
    LAMINA_SQLITE_NULL = 5,
    /* READWRITE, CREATE, NOMUTEX */
    LAMINA_SQLITE_OPEN_FLAGS = 0x2 | 0x4 | 0x8000,
};

#endif
