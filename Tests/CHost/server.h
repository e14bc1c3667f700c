/* A server on the loopback for tests and benchmarks: GET /N responds with server_length(N) bytes of N's own, which stay
 * fresh for a day. Needs a thread for each connection. */
#ifndef SERVER_H
#define SERVER_H

#include <arpa/inet.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static inline size_t server_length(long number) { return number % 4 == 0 ? 100000 + (size_t)number : 10240; }

static inline unsigned char server_byte(long number, size_t at) { return (unsigned char)(number * 31 + (long)(at * 7)); }

static inline int server_send(int connection, const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t sent = send(connection, bytes, count, MSG_NOSIGNAL);
    if (sent <= 0) return 0;
    bytes += sent;
    count -= (size_t)sent;
  }
  return 1;
}

static inline int server_answer(int connection, long number) {
  size_t count = server_length(number), i, head;
  char *whole = (char *)malloc(count + 256);
  int is_sent;
  if (whole == NULL) return 0;
  head = (size_t)snprintf(
      whole, 256, "HTTP/1.1 200 OK\r\nContent-Length: %lu\r\nCache-Control: max-age=86400\r\n\r\n", (unsigned long)count);
  for (i = 0; i < count; i++) whole[head + i] = (char)server_byte(number, i);
  is_sent = server_send(connection, whole, head + count);
  free(whole);
  return is_sent;
}

static inline void *server_serve(void *data) {
  int connection = *(int *)data;
  char request[4096];
  size_t used = 0;
  free(data);
  for (;;) {
    ssize_t got = read(connection, request + used, sizeof request - 1 - used);
    char *end;
    if (got <= 0) break;
    used += (size_t)got;
    request[used] = 0;
    while ((end = strstr(request, "\r\n\r\n")) != NULL) {
      if (!server_answer(connection, strtol(request + sizeof "GET /" - 1, NULL, 10))) goto done;
      used -= (size_t)(end + 4 - request);
      memmove(request, end + 4, used + 1);
    }
    if (used == sizeof request - 1) break;
  }
done:
  close(connection);
  return NULL;
}

static inline void *server_accept(void *data) {
  int listener = *(int *)data;
  free(data);
  for (;;) {
    pthread_t thread;
    int *connection = (int *)malloc(sizeof *connection);
    if (connection == NULL) return NULL;
    *connection = accept(listener, NULL, NULL);
    if (*connection < 0 || pthread_create(&thread, NULL, server_serve, connection) != 0) {
      free(connection);
      return NULL;
    }
    pthread_detach(thread);
  }
}

/* Begins to serve, for as long as the process lives; returns the port, 0 when that fails. */
static inline int server_begin(void) {
  struct sockaddr_in address;
  socklen_t size = sizeof address;
  pthread_t thread;
  int *listener = (int *)malloc(sizeof *listener);
  if (listener == NULL) return 0;
  memset(&address, 0, sizeof address);
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  *listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (bind(*listener, (struct sockaddr *)&address, size) != 0 || listen(*listener, 64) != 0 ||
      getsockname(*listener, (struct sockaddr *)&address, &size) != 0 ||
      pthread_create(&thread, NULL, server_accept, listener) != 0) {
    free(listener);
    return 0;
  }
  pthread_detach(thread);
  return ntohs(address.sin_port);
}

#endif
